import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import {
  code,
  count,
  id,
  idInput,
  maybeNumber,
  maybeText,
  nothing,
  page,
  paged,
  search,
  WRONG_INPUT,
} from './fields.ts'

export const OTHER_UNITS = 3

export const UNIT_CONDITIONS = ['fire', 'accountless'] as const
export type UnitConditionKind = (typeof UNIT_CONDITIONS)[number]
export const UNIT_ORDERS = ['worst'] as const

/** 3101e8 equals 310100000000. Source: rulings, Addresses. */
const areaCode = v.optional(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((value) => (String(value) === '3101e8' ? '310100' : String(value).trim())),
    v.regex(/^(\d{6}|\d{9}|\d{12})?$/, WRONG_INPUT),
  ),
  '',
)

const unitFilter = {
  search,
  provinceNo: areaCode,
  cityNo: areaCode,
  county: areaCode,
  streetNo: areaCode,
  unitType: v.optional(code([1, 2, OTHER_UNITS])),
  condition: v.optional(v.picklist(UNIT_CONDITIONS, '请从列表中选择')),
}

const unitRow = v.object({
  id,
  name: v.string(),
  countyName: maybeText,
  streetName: maybeText,
  addressDetail: maybeText,
  /** Supervision category. */
  type: v.number(),
  dwxz: maybeText,
  placeType: maybeText,
  isBuildingManager: v.number(),
  legalName: maybeText,
  sysOrganId: v.nullable(id),
  sysOrganName: maybeText,
  accountId: v.nullable(id),
  account: maybeText,
  accountStatus: maybeNumber,
  /** Only in the order `worst`. */
  fires: v.optional(count),
})

const managedDetail = v.object({
  id,
  name: v.string(),
  regName: maybeText,
  provinceNo: v.string(),
  cityNo: v.string(),
  county: v.string(),
  streetNo: v.string(),
  jdxx: maybeText,
  houseNumber: maybeText,
  address: maybeText,
  addressDetail: maybeText,
  type: v.number(),
  dwxz: maybeText,
  nature: maybeText,
  placeType: maybeText,
  isBuildingManager: v.number(),
  sysOrganId: v.nullable(id),
  legalName: maybeText,
  legalPhone: maybeText,
  legalIdCard: maybeText,
  safeManagerName: maybeText,
  safeManagerPhone: maybeText,
  safeManagerIdCard: maybeText,
  safeDutyName: maybeText,
  safeDutyPhone: maybeText,
  safeDutyIdCard: maybeText,
  propertyUnit: maybeText,
  propertyPerson: maybeText,
  propertyPhone: maybeText,
  maintenanceUnit: maybeText,
  maintenancePerson: maybeText,
  maintenancePhone: maybeText,
  dwLicense: maybeText,
  buildTime: maybeText,
  gisX: maybeNumber,
  gisY: maybeNumber,
  modifyTime: v.string(),
  /** 1: the unit is in a building. */
  belongBuilding: v.number(),
  buildInfo: v.array(
    v.object({
      buildingId: id,
      buildingName: v.string(),
      enterTime: maybeText,
      enterArea: maybeNumber,
      label: maybeText,
    }),
  ),
})

export const unitManagement = group('unitManagement', {
  statistics: {
    method: 'GET',
    path: '/api/company/head/statistics',
    encoding: 'query',
    access: 'gov',
    effect: false,
    cache: 'keep',
    input: v.object({}),
    output: v.array(
      v.object({
        unitType: v.number(),
        count,
        /** Other servers may omit them. */
        fire: v.optional(count),
        accountless: v.optional(count),
      }),
    ),
    summary:
      '可见单位数：unitType 0 全部，1 重点单位，2 一般单位；全部一项的 fire、accountless 为 list 按各 condition 筛选的单位数。',
  },
  list: {
    method: 'GET',
    path: '/api/company/socialUnitManagement/list',
    encoding: 'query',
    access: 'gov',
    effect: false,
    cache: 'keep',
    input: v.object({
      ...page(10),
      ...unitFilter,
      order: v.optional(v.picklist(UNIT_ORDERS, WRONG_INPUT)),
    }),
    output: paged(unitRow),
    errors: [404],
    summary:
      '可见单位及其账号，新的在前；order 为 worst 时，未结束的火警多的在前，其次未解决的问题多的在前，只计可见的建筑。condition 筛选绑定的可见建筑有未结束火警（fire）、没有账号（accountless）的。不含手机号和身份证号。',
  },
  export: {
    method: 'GET',
    path: '/api/company/socialUnitManagement/list/export',
    encoding: 'query',
    access: 'gov',
    effect: false,
    exports: true,
    timeoutMs: 120_000,
    input: v.object(unitFilter),
    output: v.string(),
    errors: [404],
    summary: '符合筛选条件的单位，xlsx 文件：`data` 为下载地址，可用一次。',
  },
  detail: {
    method: 'GET',
    path: '/field/v1/unit',
    encoding: 'query',
    access: 'gov',
    effect: false,
    input: v.object({ lawCompanyId: idInput }),
    output: managedDetail,
    errors: [404],
    summary: '消防救援机构登记的单位全部信息，供表单使用。含手机号和身份证号，因此不保存在设备上。',
  },
  remove: {
    method: 'GET',
    path: '/api/company/delete',
    encoding: 'query',
    access: 'gov',
    effect: true,
    input: v.object({ lawCompanyId: idInput }),
    output: nothing,
    errors: [404, 409],
    summary: '删除单位；还有建筑、申报或启用中的账号的，不予删除。',
  },
})

export type UnitRow = v.InferOutput<typeof unitRow>
export type UnitPage = OutputOf<typeof unitManagement.list>
export type ManagedDetail = OutputOf<typeof unitManagement.detail>
