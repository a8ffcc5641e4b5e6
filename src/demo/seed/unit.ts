import { CITY_NO, PROVINCE_NO } from '#server/reference/regions.ts'
import { placeIn } from './building.ts'
import type { CityClock } from './city-clock.ts'
import { creditCode, idCard, phone } from './identity-numbers.ts'
import { kindOf } from './kind.ts'
import type { UnitModel } from './model.ts'
import { person, word } from './names.ts'
import { organOf } from './organ.ts'
import { PROPERTY, SLOTS, UNIT_NEW, UNITS_PER_CITY } from './plan.ts'
import { rngFor } from './random.ts'

export const FIRST_UNIT_ID = 501

const PROPERTIES = [PROPERTY, UNITS_PER_CITY - 1]
const TENANTS = [34, 35, 36, 37]
const HOMELESS = 38

const LONG_NAME = '澄砚国际会展商务运营管理（集团）股份有限公司上海自由贸易试验区世博片区综合管理分公司'
const LONG_OWNER = 12

const TENANT_KINDS = [
  { name: '餐饮店', unitType: '非国企', place: '饭店', labels: ['承租单位', '餐饮'] },
  { name: '便利商店', unitType: '商场', place: '商场', labels: ['承租单位'] },
  { name: '美容生活馆', unitType: '非国企', place: '其他场所', labels: ['承租单位'] },
  { name: '口腔门诊部', unitType: '医院', place: '医院门诊楼、病房楼', labels: ['承租单位'] },
] as const

const OWNERSHIPS = ['国有', '集体', '私营', '股份制', '外商投资', '港澳台投资', '机关事业']
const KEY_KINDS = new Set(['mall', 'tower', 'hotel', 'hospital', 'station', 'culture', 'nursing'])

function characterOf(place: number) {
  if (PROPERTIES.includes(place))
    return {
      name: '物业服务有限公司', unitType: '非国企', placeType: '办公场所', type: 2, labels: ['物业单位'], isBuildingManager: 1,
    } // prettier-ignore
  if (place === HOMELESS)
    return {
      name: '消防技术服务有限公司', unitType: '非国企', placeType: null, type: 4, labels: ['维保单位'], isBuildingManager: 0,
    } // prettier-ignore
  const tenant = TENANT_KINDS[TENANTS.indexOf(place)]
  if (tenant)
    return {
      name: tenant.name, unitType: tenant.unitType, placeType: tenant.place, type: 3, labels: [...tenant.labels], isBuildingManager: 0,
    } // prettier-ignore
  const slot = SLOTS.find(({ owner }) => owner === place)
  if (!slot) throw new Error(`unit ${place} owns nothing in the plan`)
  const kind = kindOf(slot.kind)
  return {
    name: kind.company[place % kind.company.length] ?? '实业有限公司',
    unitType: kind.unitType,
    placeType: kind.placeType,
    type: KEY_KINDS.has(slot.kind) ? 1 : slot.kind === 'leisure' ? 3 : slot.kind === 'residence' ? 4 : 2,
    labels: ['业主单位'],
    isBuildingManager: 2,
  }
}

/** @param copy repetition of the plan */
export function makeUnit(place: number, copy: number, clock: CityClock): UnitModel {
  const index = copy * UNITS_PER_CITY + place
  const id = FIRST_UNIT_ID + index
  const rng = rngFor('unit', id)
  const character = characterOf(place)
  const slot = SLOTS.find(({ owner }) => owner === place) ?? SLOTS[place % SLOTS.length]
  const where = placeIn(slot?.district ?? '310106', rng)
  const complete = place !== UNIT_NEW
  const name =
    place === LONG_OWNER && copy === 0
      ? LONG_NAME
      : `上海${word(index * 5 + 3)}${character.name}${copy === 0 ? '' : `（${copy + 1}）`}`
  const someone = () => (complete ? { name: person(rng), phone: phone(rng), idCard: idCard(rng, where.county) } : null)
  const [legal, duty, manager, contact] = [someone(), someone(), someone(), someone()]
  const createdAt = clock.at(780 - (index % 300), '09:30')
  const maintained = complete && rng.chance(0.8)
  const row = {
    id,
    name,
    useName: complete ? name.replace(/^上海|(股份)?有限公司.*$/g, '') : null,
    regName: name,
    creditCode: complete ? creditCode(rng, where.county) : null,
    provinceNo: PROVINCE_NO,
    cityNo: CITY_NO,
    county: where.county,
    streetNo: where.streetNo,
    streetName: where.streetName,
    houseNumber: where.number,
    address: complete ? where.address : null,
    addressDetail: complete ? `${where.address}${rng.int(1, 30)}层` : null,
    companyAddress: complete ? `${where.roadName}${where.number}` : null,
    gisX: complete ? where.gisX : null,
    gisY: complete ? where.gisY : null,
    crs: 'WGS84',
    foundedAt: complete ? clock.at(365 * rng.int(4, 24) + rng.int(0, 300), '00:00') : null,
    type: character.type,
    unitType: character.unitType,
    ownership: rng.chance(0.05) ? null : rng.pick(OWNERSHIPS),
    placeType: character.placeType,
    isBuildingManager: character.isBuildingManager,
    organId: organOf(where.county),
    legalName: legal?.name ?? null,
    legalPhone: legal?.phone ?? null,
    legalIdCard: legal?.idCard ?? null,
    tel: complete && rng.chance(0.7) ? `021-0000${String(rng.int(0, 9999)).padStart(4, '0')}` : null,
    contactsName: contact?.name ?? null,
    contactsPhone: contact?.phone ?? null,
    safeDutyName: duty?.name ?? null,
    safeDutyPhone: duty?.phone ?? null,
    safeDutyIdCard: duty?.idCard ?? null,
    safeManagerName: manager?.name ?? null,
    safeManagerPhone: manager?.phone ?? null,
    safeManagerIdCard: rng.chance(0.3) ? null : (manager?.idCard ?? null),
    propertyUnit: maintained ? `上海${word(index + 90)}物业服务有限公司` : null,
    propertyPerson: maintained ? person(rng) : null,
    propertyPhone: maintained ? phone(rng) : null,
    maintenanceUnit: maintained ? `上海${word(index + 140)}消防工程有限公司` : null,
    maintenancePerson: maintained ? person(rng) : null,
    maintenancePhone: maintained ? phone(rng) : null,
    labels: character.labels,
    appKey: rng.hex(32),
    secret: rng.hex(32),
    profileComplete: complete,
    createdAt,
    modifiedAt: clock.at(index % 90, '16:05'),
  }
  return { id, row, duty: { name: manager?.name ?? person(rng), phone: manager?.phone ?? phone(rng) } }
}
