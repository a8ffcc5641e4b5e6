import { or, sql, type SQL } from 'drizzle-orm'
import { audit } from '../schema/audit.table.ts'
import type { Session } from '../platform/session.ts'
import { districtOf, inDistrictsOf } from '../registry/building.scope.ts'

/** Of every query: accounts of the district, and objects in it now or formerly. */
export function readableBy(session: Session): SQL {
  const made = inDistrictsOf(session, audit.county)
  const county = districtOf(session)
  return (county === null ? made : or(made, sql`${audit.objectCounties} @> array[${county}]::text[]`)) ?? made
}
