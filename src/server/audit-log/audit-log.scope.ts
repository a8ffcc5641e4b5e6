import type { SQL } from 'drizzle-orm'
import { audit } from '../audit/audit.table.ts'
import type { Session } from '../auth/session.ts'
import { inDistrictsOf } from '../building/building.scope.ts'

/**
 * Which rows an authority may read: the first condition of every query. A district's organ those that accounts of its
 * district made; the others all; nobody else any.
 */
export const readableBy = (session: Session): SQL => inDistrictsOf(session, audit.county)
