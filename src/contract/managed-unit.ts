import * as v from 'valibot'
import { idInput, text, WRONG_INPUT } from './fields.ts'
import { enterArea, enterTime, tenantLabel } from './tenancy.ts'
import { buildTime, creditCode, degrees, need, savedUnit } from './unit-form.ts'
import { isVisibleLine } from './plausible.rules.ts'
import { isIdCard } from './unit.rules.ts'
import { OWNERSHIPS, UNIT_KINDS } from './unit-words.ts'

/** Source: document 2, section 5. */
export const PHONE = /^1\d{10}$/

const asText = v.pipe(
  v.union([v.string(), v.number()], '此项不能为空'),
  v.transform((value) => String(value).trim()),
)

const optional = (max: number) => v.optional(v.nullable(text(max), null), null)
const optionalPhone = v.optional(
  v.nullable(
    v.pipe(
      v.string(),
      v.trim(),
      v.check((s) => s === '' || PHONE.test(s), '请输入正确的手机号'),
    ),
    null,
  ),
  null,
)

const named = (missing: string) => v.pipe(need(100, missing), v.check(isVisibleLine, '不能含有换行或不可见字符'))

const areaCode = (missing: string) => v.pipe(asText, v.nonEmpty(missing), v.regex(/^(\d{6}|\d{9}|\d{12})$/, missing))

/**
 * Required fields: document 2, section 5. Identity cards are optional.
 * @param today `yyyy-MM-dd`, latest day of birth
 */
export function managedUnitForm(today: string) {
  const idCard = v.optional(
    v.nullable(
      v.pipe(
        text(32),
        v.check((s) => s === '' || isIdCard(s, today), '请输入正确的身份证号'),
      ),
      null,
    ),
    null,
  )
  return v.object({
    name: named('请输入单位名称'),
    regName: named('请输入注册名称'),
    county: areaCode('请选择所在区域'),
    streetNo: areaCode('请选择所在区域'),
    jdxx: need(50, '请输入街道名称'),
    houseNumber: optional(50),
    addressDetail: need(200, '请输入详细地址'),
    /** Address from the map. */
    address: optional(200),
    type: v.pipe(asText, v.regex(/^[12349]$/, '请选择监管类别')),
    dwxz: v.picklist(UNIT_KINDS, '请选择单位类型'),
    nature: v.picklist(OWNERSHIPS, '请选择所有制性质'),
    placeType: need(50, '请选择场所类型'),
    isBuildingManager: v.pipe(asText, v.regex(/^[012]$/, '请选择是否为建筑管理单位')),
    sysOrganId: v.pipe(asText, v.regex(/^[1-9]\d{0,14}$/, '请选择消防管辖机构')),
    legalName: need(50, '请输入法定代表人'),
    legalPhone: v.pipe(
      v.string('手机号不能为空'),
      v.trim(),
      v.nonEmpty('手机号不能为空'),
      v.regex(PHONE, '请输入正确的手机号'),
    ),
    legalIdCard: idCard,
    safeManagerName: optional(50),
    safeManagerPhone: optionalPhone,
    safeManagerIdCard: idCard,
    safeDutyName: optional(50),
    safeDutyPhone: optionalPhone,
    safeDutyIdCard: idCard,
    propertyUnit: optional(100),
    propertyPerson: optional(50),
    propertyPhone: optionalPhone,
    maintenanceUnit: optional(100),
    maintenancePerson: optional(50),
    maintenancePhone: optionalPhone,
    dwLicense: creditCode,
    buildTime,
  })
}

export const managedUnit = (today: string) =>
  v.object({
    ...managedUnitForm(today).entries,
    id: v.optional(idInput),
    /** 1: the unit is in a building, which is then required. */
    belongBuilding: v.optional(v.nullable(v.pipe(asText, v.regex(/^[01]?$/, WRONG_INPUT)))),
    gisX: degrees(180),
    gisY: degrees(180),
    gisXGd: degrees(180),
    gisYGd: degrees(180),
    modifyTime: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(30, '页面内容已过期，请刷新后重试')))),
  })

/** Area in m². Source: document 2, section 5. */
export const enteredBuilding = v.object({
  buildingId: v.pipe(asText, v.nonEmpty('请选择建筑'), v.regex(/^[1-9]\d{0,14}$/, '请选择建筑'), v.transform(Number)),
  enterTime,
  enterArea,
  label: tenantLabel,
})

const told = v.optional(
  v.nullable(
    v.union([v.number(), v.boolean(), v.pipe(v.string(), v.maxLength(500, '最多 500 个字'))], '格式不符，请重新填写'),
  ),
)

/** Required fields and checks depend on the caller's role, so the handler validates them. */
function untold<const T extends Record<string, unknown>>(entries: T) {
  const names = Object.keys(entries) as (keyof T & string)[]
  return v.object(Object.fromEntries(names.map((name) => [name, told])) as Record<keyof T & string, typeof told>)
}

export const untoldUnit = untold({ ...savedUnit.entries, ...managedUnit('').entries })
export const untoldEntry = untold(enteredBuilding.entries)

export type ManagedUnit = v.InferOutput<ReturnType<typeof managedUnit>>
export type ManagedUnitForm = v.InferInput<ReturnType<typeof managedUnitForm>>
export type EnteredBuilding = v.InferOutput<typeof enteredBuilding>
