import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#contract/access.ts'
import { AppError } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import {
  type AreaNarrowing,
  areaBuckets,
  districtOf,
  inDistrictsOf,
  seesBuilding,
  seesCity,
  seesDistrict,
} from './building.scope.ts'
import { building } from '../schema/building.table.ts'

const OWN = '310106'
const OTHER = '310115'

const session = (actor: Actor, county: string | null = null): Session => ({
  tokenHash: '',
  accountId: 1,
  account: 'someone',
  name: '某人',
  actor,
  unitId: 7,
  organId: 8,
  providerId: 9,
  county,
  owesPassword: false,
  owesInformation: false,
})

const organ = (level: number, county: string | null) =>
  session({ role: 'government', organLevel: level as Actor['organLevel'] }, county)
const CITY = [organ(1, null), organ(2, OWN)]
const DISTRICT = organ(3, OWN)
const NOTHING = [organ(3, null), organ(0, OWN), organ(4, OWN), session({ role: 'government', organLevel: null }, OWN)]
const TIED = (['unit', 'property', 'provider'] as const).map((role) => session({ role, organLevel: null }, OWN))

const area = (of: Partial<AreaNarrowing> = {}): AreaNarrowing => ({
  provinceNo: '',
  cityNo: '',
  countyNo: '',
  buildType: 0,
  ...of,
})

const dialect = new PgDialect()
const ALL = '"building"."county" is distinct from "000000"'

function sqlOf(condition: Parameters<PgDialect['sqlToQuery']>[0]): string {
  const { sql, params } = dialect.sqlToQuery(condition)
  return sql.replaceAll(/\$(\d+)/g, (_, number) => JSON.stringify(params[Number(number) - 1]))
}

describe('the districts in full scope of a session', () => {
  test('are all but the self-test building’s for levels 1 and 2', () => {
    for (const city of CITY) {
      expect(seesCity(city)).toBe(true)
      expect(districtOf(city)).toBeNull()
      expect([seesDistrict(city, OWN), seesDistrict(city, OTHER)]).toEqual([true, true])
      expect(seesDistrict(city, '000000')).toBe(false)
      expect(sqlOf(inDistrictsOf(city, building.county))).toBe(ALL)
    }
  })

  test('are its own for level 3', () => {
    expect(seesCity(DISTRICT)).toBe(false)
    expect(districtOf(DISTRICT)).toBe(OWN)
    expect([seesDistrict(DISTRICT, OWN), seesDistrict(DISTRICT, OTHER)]).toEqual([true, false])
    expect(sqlOf(inDistrictsOf(DISTRICT, building.county))).toBe(`"building"."county" = "${OWN}"`)
  })

  test('are none for another level, a level 3 without a district, and sessions outside the authority', () => {
    for (const other of [...NOTHING, ...TIED]) {
      expect(seesCity(other)).toBe(false)
      expect(districtOf(other)).toBeNull()
      expect(seesDistrict(other, OWN)).toBe(false)
      expect(sqlOf(inDistrictsOf(other, building.county))).toBe('false')
    }
  })
})

describe('a building of a change', () => {
  const [unit = DISTRICT] = TIED
  const [city = DISTRICT] = CITY

  test.each<[string, Session, number | null, string | null, ReadonlySet<number> | undefined, boolean]>([
    ['a unit', unit, 3, OWN, new Set([3]), true],
    ['a unit', unit, 4, OWN, new Set([3]), false],
    ['a unit', unit, null, null, new Set([3]), false],
    ['a unit', unit, 3, OWN, new Set(), false],
    ['a district', DISTRICT, 3, OWN, undefined, true],
    ['a district', DISTRICT, 3, OTHER, undefined, false],
    ['a district', DISTRICT, 3, null, undefined, false],
    ['a district', DISTRICT, null, OWN, undefined, false],
    ['the city', city, 3, OTHER, undefined, true],
    ['the city', city, 3, '000000', undefined, false],
    ['the city', city, 3, null, undefined, false],
    ['the city', city, null, null, undefined, true],
  ])('is shown to %s only in its scope', (_, who, buildingId, county, bound, isShown) => {
    expect(seesBuilding(who, { buildingId, county }, bound)).toBe(isShown)
  })
})

describe('the cells of an area', () => {
  const cell = (county: string, buildingType: number) => ({ county, buildingType }) as never
  const [city = DISTRICT] = CITY

  const held = (who: Session, of: Partial<AreaNarrowing>) =>
    [OWN, OTHER].flatMap((county) =>
      [1, 2, 3].flatMap((type) => (areaBuckets(who, area(of))?.holds(cell(county, type)) ? [`${county} ${type}`] : [])),
    )

  test.each<[string, Session, Partial<AreaNarrowing>, string[], string]>([
    ['the city', city, {}, [1, 2, 3].flatMap((type) => [`${OWN} ${type}`, `${OTHER} ${type}`]).sort(), ALL],
    [
      'a district of the city',
      city,
      { provinceNo: '310000000000', cityNo: '310100000000', countyNo: `${OTHER}000000` },
      [1, 2, 3].map((type) => `${OTHER} ${type}`),
      `(${ALL} and "building"."county" = "${OTHER}")`,
    ],
    [
      'a type of the city',
      city,
      { buildType: 2 },
      [`${OWN} 2`, `${OTHER} 2`],
      `(${ALL} and "building"."building_type" = 2)`,
    ],
    [
      'a type of a district',
      city,
      { countyNo: OWN, buildType: 1 },
      [`${OWN} 1`],
      `(${ALL} and "building"."county" = "${OWN}" and "building"."building_type" = 1)`,
    ],
    [
      'an organ’s own district',
      DISTRICT,
      { countyNo: OWN },
      [1, 2, 3].map((type) => `${OWN} ${type}`),
      `("building"."county" = "${OWN}" and "building"."county" = "${OWN}")`,
    ],
    [
      'all that a district’s organ sees',
      DISTRICT,
      {},
      [1, 2, 3].map((type) => `${OWN} ${type}`),
      `"building"."county" = "${OWN}"`,
    ],
  ])('are those of %s', (_, who, of, cells, condition) => {
    expect(held(who, of)).toEqual(cells)
    const found = areaBuckets(who, area(of))
    expect(found && sqlOf(found.where(building))).toBe(condition)
  })

  test('are none for a session without a district in scope, and undefined where single buildings decide', () => {
    for (const none of NOTHING) expect(held(none, {})).toEqual([])
    for (const tied of TIED) expect(areaBuckets(tied, area({ countyNo: OWN }))).toBeUndefined()
  })

  test('have one key for equal cells, and another for others', () => {
    const keyed = [
      areaBuckets(city, area()),
      areaBuckets(city, area({ countyNo: OWN })),
      areaBuckets(city, area({ countyNo: OTHER })),
      areaBuckets(city, area({ buildType: 1 })),
      areaBuckets(city, area({ countyNo: OWN, buildType: 1 })),
      areaBuckets(DISTRICT, area()),
      areaBuckets(organ(3, OTHER), area()),
      areaBuckets(organ(4, null), area()),
    ].map((cells) => cells?.key)
    expect(new Set(keyed).size).toBe(keyed.length)
    expect(areaBuckets(organ(2, null), area({ countyNo: `${OWN}000000` }))?.key).toBe(keyed[1])
  })

  test.each<[string, Session, Partial<AreaNarrowing>]>([
    ['another province', city, { provinceNo: '320000000000' }],
    ['a code that ends with the province', city, { provinceNo: '000000000031' }],
    ['another city', city, { cityNo: '310200000000' }],
    ['another city of this province', city, { provinceNo: '310000000000', cityNo: '3202' }],
    ['a street of nine digits', city, { countyNo: `${OWN}006` }],
    ['a street of twelve digits', city, { countyNo: `${OWN}006000` }],
    ['another district', DISTRICT, { countyNo: OTHER }],
  ])('are not found for %s', (_, who, of) => {
    expect(() => areaBuckets(who, area(of))).toThrow(AppError)
    expect(() => areaBuckets(who, area(of))).toThrow(expect.objectContaining({ code: 404 }))
  })

  test('are found for a province, city and district written short or long', () => {
    for (const of of [{ provinceNo: '31' }, { cityNo: '3101' }, { countyNo: OWN }, { countyNo: `${OWN}000000` }])
      expect(areaBuckets(city, area(of))).toBeDefined()
  })
})
