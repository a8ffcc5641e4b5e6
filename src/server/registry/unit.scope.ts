import { and, eq, sql, type SQL } from 'drizzle-orm'
import { notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { inDistrictsOf, seesDistrict } from './building.scope.ts'
import { CITY_NO, fromWireArea, PROVINCE_NO } from '../reference/regions.ts'
import { unit } from '../schema/unit.table.ts'

/** The first condition of every query about units. */
export const managedBy = (session: Session): SQL => inDistrictsOf(session, unit.county)

export interface ManagedArea {
  readonly provinceNo: string
  readonly cityNo: string
  readonly county: string
  readonly streetNo: string
}

/** @throws AppError 404 for another level */
function codeOf(code: string, digits: 6 | 9): string {
  const short = fromWireArea(code)
  if (short !== '' && short.length !== digits) throw notThere()
  return short
}

const isHere = (code: string, here: string) => code === '' || code.padEnd(12, '0') === here.padEnd(12, '0')

/** @throws AppError 404 */
export function managedWithin(session: Session, area: ManagedArea): SQL {
  if (!isHere(area.provinceNo, PROVINCE_NO) || !isHere(area.cityNo, CITY_NO)) throw notThere()
  const county = codeOf(area.county, 6)
  const streetNo = codeOf(area.streetNo, 9)
  if (county && !seesDistrict(session, county)) throw notThere()
  return (
    and(
      managedBy(session),
      county ? eq(unit.county, county) : undefined,
      streetNo ? eq(unit.streetNo, streetNo) : undefined,
    ) ?? sql`false`
  )
}
