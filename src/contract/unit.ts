import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { id, idFilter, maybeNumber, maybeText, nothing } from './fields.ts'
import { untoldEntry, untoldUnit } from './managed-unit.ts'

const unitDetail = v.object({
  id,
  name: v.string(),
  useName: maybeText,
  dwLicense: maybeText,
  provinceNo: v.string(),
  cityNo: v.string(),
  county: v.string(),
  streetNo: v.string(),
  /** Area codes of twelve digits, province to street, as a JSON array in text form. */
  positionCode: v.string(),
  buildTime: maybeText,
  address: maybeText,
  addressDetail: maybeText,
  companyAddress: maybeText,
  formattedAddress: maybeText,
  type: v.number(),
  sysOrganId: v.nullable(id),
  legalName: maybeText,
  legalPhone: maybeText,
  tel: maybeText,
  contactsName: maybeText,
  contactsPhone: maybeText,
  safeDutyName: maybeText,
  safeDutyPhone: maybeText,
  safeManagerName: maybeText,
  safeManagerPhone: maybeText,
  /** WGS-84 degrees; `gisXGd` and `gisYGd` the same place in GCJ-02. */
  gisX: maybeNumber,
  gisY: maybeNumber,
  gisXGd: maybeNumber,
  gisYGd: maybeNumber,
  modifyTime: v.string(),
})

export const unit = group('unit', {
  detail: {
    method: 'GET',
    path: '/big/screen/company/detail',
    encoding: 'query',
    access: 'unit',
    effect: false,
    whileIncomplete: true,
    input: v.object({ lawCompanyId: idFilter }),
    output: unitDetail,
    errors: [404],
    summary: '本单位填报的单位信息。含手机号，因此不保存在设备上。',
  },
  save: {
    method: 'POST',
    path: '/api/company/add',
    encoding: 'json',
    access: 'session',
    effect: true,
    whileIncomplete: true,
    queue: 'queue',
    input: v.object({
      lawCompany: untoldUnit,
      iotBuildingEnterCompanies: v.optional(v.pipe(v.array(untoldEntry), v.maxLength(50, '最多 50 栋建筑')), []),
    }),
    output: nothing,
    errors: [403, 404, 409],
    summary:
      '保存 lawCompany.id 所指的单位，单位只能保存自己的信息；消防救援机构不带 id 即为新增。按提交者一方的表单校验。',
  },
  completeInformation: {
    method: 'POST',
    path: '/big/screen/company/updateEditSate',
    encoding: 'form',
    access: 'unit',
    effect: true,
    whileIncomplete: true,
    input: v.object({ id: idFilter }),
    output: nothing,
    errors: [404],
    summary: '将本单位信息标为已完善；必填项不全的，不予通过。',
  },
  organs: {
    method: 'GET',
    path: '/api/company/sysOrgan/list',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    whileIncomplete: true,
    input: v.object({}),
    output: v.array(v.object({ id, organname: v.string() })),
    summary: '可选的消防管辖机构。',
  },
})

export type UnitDetail = OutputOf<typeof unit.detail>
