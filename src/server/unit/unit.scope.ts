import { and, eq, sql, type SQL } from 'drizzle-orm'
import { notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import { inDistrictsOf, seesDistrict } from '../building/building.scope.ts'
import { CITY_NO, fromWireArea, PROVINCE_NO } from '../dictionary/regions.ts'
import { unit } from './unit.table.ts'

/**
 * Which units the authority may see and manage: the first condition of every query about them. A district's organ
 * those of its district, the others all; nobody else any.
 */
export const managedBy = (session: Session): SQL => inDistrictsOf(session, unit.county)

export interface Area {
  readonly provinceNo: string
  readonly cityNo: string
  readonly county: string
  readonly streetNo: string
}

/** The code with its level's digits, or '' where none was named; a code of another level is no such area. */
function codeOf(code: string, digits: 6 | 9): string {
  const short = fromWireArea(code)
  if (short !== '' && short.length !== digits) throw notThere()
  return short
}

const isHere = (code: string, here: string) => code === '' || code.padEnd(12, '0') === here.padEnd(12, '0')

/**
 * The units of an area, of those in sight.
 * @throws AppError 404 where a district's organ names another district, or the area is not this platform's
 */
export function managedWithin(session: Session, area: Area): SQL {
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
