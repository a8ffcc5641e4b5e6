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
  /** WGS-84 degrees, and the same place in GCJ-02. */
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
    summary: "The caller's own unit: what it told of itself. It holds phones, so no device keeps it.",
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
      'Saves the unit that lawCompany.id names, of which a unit may save only its own information; without an id the authority adds one. Judged by the form of who sends it.',
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
    summary: "Marks the caller's unit information as complete; refused while something required is missing.",
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
    summary: 'The fire brigades a unit can belong to.',
  },
})

export type UnitDetail = OutputOf<typeof unit.detail>
