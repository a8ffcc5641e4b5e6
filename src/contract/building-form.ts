import * as v from 'valibot'
import { hasHalfWidthParentheses, yearProblem } from './building-form.rules.ts'
import { group, type OutputOf } from './endpoint.ts'
import { id, idInput, line, maybeNumber, maybeText, nothing, text } from './fields.ts'
import { AREA_PROBLEM, HIGHEST_M, isAreaPlausible } from './plausible.rules.ts'
import { readPosition } from './unit.rules.ts'

const need = (max: number, missing: string) => v.pipe(line(max), v.nonEmpty(missing))
const called = (missing: string) =>
  v.pipe(
    need(100, missing),
    v.check((name) => !hasHalfWidthParentheses(name), '请使用中文括号'),
  )

const amount = (missing: string, under: number, tooMuch: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(missing),
    v.regex(/^\d{1,12}(\.\d{1,6})?$/, '请输入数字'),
    v.transform(Number),
    v.check((value) => value > 0, '请输入大于 0 的数字'),
    v.check((value) => value < under, tooMuch),
  )

const floors = (missing: string, least: 0 | 1, wrong: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(missing),
    v.regex(/^\d{1,12}$/, wrong),
    v.transform(Number),
    v.check((value) => value >= least, wrong),
    v.check((value) => value < 10_000, '请输入小于 10000 的整数'),
  )

const chosen = (missing: string) => v.pipe(text(4), v.nonEmpty(missing), v.regex(/^\d{1,4}$/, missing))

const NO_AREA = '请选择所在区域'
const areaData = v.pipe(
  v.string(),
  v.maxLength(200, NO_AREA),
  v.check((json) => (readPosition(json)?.length ?? 0) >= 3, NO_AREA),
)

const year = (thisYear: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('请输入竣工年份'),
    v.regex(/^\d{4}$/, '请核实竣工年份'),
    v.transform(Number),
    v.check((value) => yearProblem(value, thisYear) === '', '请核实竣工年份'),
  )

const entries = {
  name: called('请输入建筑名称'),
  complexName: called('请输入综合体名称'),
  /** Area codes, city or province first, street last, as a JSON array in text form. */
  areaData,
  addressDetail: need(200, '请输入详细地址'),
  address: need(200, '请拖动地图选择实际地址'),
  floorSpace: amount('请输入占地面积', 10_000_000, '占地面积应小于 1000 万 m²'),
  area: amount('请输入建筑面积', 10_000_000, '建筑面积应小于 1000 万 m²'),
  height: v.pipe(
    amount('请输入建筑高度', 10_000, '建筑高度应小于 10000 m'),
    v.check((metres) => metres <= HIGHEST_M, '请核实建筑高度'),
  ),
  upperLevel: floors('请输入地上层数', 1, '请输入大于 0 的整数'),
  underLevel: floors('请输入地下层数', 0, '请输入整数值'),
  natureId: chosen('请选择使用性质'),
  constructId: chosen('请选择结构类型'),
}

/**
 * Required fields. Source: document 1 and 2, section 5, Building form.
 * @param thisYear current year in Shanghai, the latest allowed
 */
export const buildingFields = (thisYear: number) =>
  v.pipe(
    v.object({ ...entries, buildingYear: year(thisYear) }),
    v.forward(v.partialCheck([['area'], ['floorSpace']], isAreaPlausible, AREA_PROBLEM), ['area']),
  )

const asText = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value)),
)
const areaCode = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(12, NO_AREA))))
const degrees = (bound: number) =>
  v.pipe(
    asText,
    v.maxLength(24, '请在地图上重新选择位置'),
    v.regex(/^-?\d{1,3}(\.\d+)?$/, '请在地图上重新选择位置'),
    v.transform(Number),
    v.check((value) => Math.abs(value) <= bound, '请在地图上重新选择位置'),
  )
const mark = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64, '页面内容已过期，请刷新后重试'))))

/** {@link buildingFields} as sent: numbers may be text, the area an array, its JSON text, or four codes. */
const told = {
  name: entries.name,
  complexName: entries.complexName,
  areaData: v.optional(
    v.pipe(
      v.union([
        v.string(),
        v.pipe(
          v.array(v.pipe(v.string(), v.maxLength(12, NO_AREA))),
          v.maxLength(6, NO_AREA),
          v.transform((codes) => JSON.stringify(codes)),
        ),
      ]),
      areaData,
    ),
  ),
  provinceNo: areaCode,
  cityNo: areaCode,
  county: areaCode,
  streetNo: areaCode,
  addressDetail: entries.addressDetail,
  address: entries.address,
  /** Degrees of WGS-84; `position` is longitude and latitude. */
  gisX: v.optional(v.nullable(degrees(180))),
  gisY: v.optional(v.nullable(degrees(180))),
  position: v.optional(v.pipe(v.array(degrees(180)), v.maxLength(2, '请在地图上重新选择位置'))),
  floorSpace: v.pipe(asText, entries.floorSpace),
  area: v.pipe(asText, entries.area),
  height: v.pipe(asText, entries.height),
  upperLevel: v.pipe(asText, entries.upperLevel),
  underLevel: v.pipe(asText, entries.underLevel),
  /** Ignored: derived. */
  heightId: v.optional(v.nullable(v.pipe(asText, v.maxLength(4)))),
  natureId: v.pipe(asText, entries.natureId),
  constructId: v.pipe(asText, entries.constructId),
  // The schema checks the documents' fixed bound; the handler checks the current year.
  buildingYear: v.pipe(asText, year(2100)),
  status: v.optional(v.nullable(v.pipe(asText, v.maxLength(4)))),
  /** Version that the change is based on, to detect a concurrent change. */
  version: mark,
}

const suggestion = v.object({
  id,
  name: v.string(),
  complexName: maybeText,
  /** From the province down, twelve digits each. */
  areaData: v.optional(v.array(v.string()), []),
  addressDetail: maybeText,
  address: maybeText,
  gisX: maybeNumber,
  gisY: maybeNumber,
  floorSpace: maybeNumber,
  area: maybeNumber,
  height: maybeNumber,
  upperLevel: maybeNumber,
  underLevel: maybeNumber,
  natureId: maybeText,
  constructId: maybeText,
  buildingYear: maybeNumber,
})

export const buildingForm = group('buildingForm', {
  suggest: {
    method: 'POST',
    path: '/wuye/building/preBindList',
    encoding: 'form',
    access: 'session',
    effect: false,
    input: v.object({ keyword: v.optional(text(100), '') }),
    output: v.array(suggestion),
    summary: '按名称的一部分查找无人管理的预登记建筑，最多 10 栋；不填关键字则不返回。',
  },
  add: {
    method: 'POST',
    path: '/wuye/building/add',
    encoding: 'any',
    access: 'unit',
    effect: true,
    queue: 'queue',
    input: v.object({ ...told, id: v.optional(idInput) }),
    output: nothing,
    errors: [403, 404, 409],
    summary: '新增建筑，提交后待审批；带被拒绝建筑的 id，即为修改后重新提交。',
  },
  bind: {
    method: 'POST',
    path: '/wuye/building/bind',
    encoding: 'any',
    access: 'unit',
    effect: true,
    queue: 'queue',
    input: v.object({ ...told, id: idInput }),
    output: nothing,
    errors: [403, 404, 409],
    summary: '将预登记建筑绑定到本单位，提交后待审批。',
  },
  edit: {
    method: 'POST',
    path: '/api/building/edit/buildingInfo',
    encoding: 'json',
    access: 'session',
    effect: true,
    queue: 'queue',
    input: v.object({ iotBuildingBaseInfoVO: v.object({ ...told, id: idInput }) }),
    output: nothing,
    errors: [403, 404, 409],
    summary: '修改建筑的基本信息；所依据的版本已过时的，不予保存。',
  },
})

export type BuildingFields = v.InferInput<ReturnType<typeof buildingFields>>
export type SubmittedBuilding = v.InferOutput<ReturnType<typeof buildingFields>>
export type Suggestion = OutputOf<typeof buildingForm.suggest>[number]
