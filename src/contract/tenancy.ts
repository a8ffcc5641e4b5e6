import * as v from 'valibot'
import { group } from './endpoint.ts'
import { id, idFilter, idInput, maybeNumber, maybeText, page, paged, search, text, WRONG_INPUT } from './fields.ts'

/** Source: document 2, section 9. */
export const UNIT_SEARCH_SIZE = 20

export const enterTime = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('请选择入驻日期'),
  v.regex(/^(19|20)\d{2}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, '时间格式应为 yyyy-MM-dd HH:mm:ss'),
  v.check((s) => !Number.isNaN(Date.parse(`${s.slice(0, 10)}T${s.slice(11)}+08:00`)), '日期不存在，请重新选择'),
)

export const enterArea = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value).trim()),
  v.nonEmpty('请输入入驻面积'),
  v.regex(/^\d{1,8}(\.\d{1,2})?$/, '请输入数字，最多两位小数'),
  v.transform(Number),
  v.check((area) => area > 0, '入驻面积应大于 0'),
  v.check((area) => area < 10_000_000, '入驻面积应小于 1000 万 m²'),
)

export const tenantLabel = v.pipe(text(20), v.nonEmpty('请选择单位标签'))

const unitChosen = v.pipe(
  v.union([v.string(), v.number()], '请选择单位'),
  v.transform((value) => String(value).trim()),
  v.nonEmpty('请选择单位'),
  v.regex(/^[1-9]\d{0,14}$/, WRONG_INPUT),
  v.transform(Number),
)

export const tenant = v.object({
  lawCompanyId: id,
  name: v.string(),
  placeType: maybeText,
  /** Supervision category. */
  type: maybeNumber,
  legalName: maybeText,
  enterTime: maybeText,
  enterArea: maybeNumber,
  label: maybeText,
})

export const tenancy = group('tenancy', {
  candidates: {
    method: 'GET',
    path: '/wuye/building/not/rel/company/list',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({ buildingId: idInput, search, sysOrganId: idFilter, ...page(UNIT_SEARCH_SIZE) }),
    output: paged(v.object({ id, name: v.string() })),
    errors: [403, 404, 429],
    summary:
      '尚未入驻该建筑的单位，按名称排列；不填 search 时只列建筑所在区的。单位账号须填至少两字才查全市，最多取前 100 家。',
  },
  list: {
    method: 'GET',
    path: '/wuye/building/company/list',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ buildingId: idInput, ...page() }),
    output: paged(tenant),
    errors: [404, 409],
    summary: '建筑的入驻单位，最近入驻的在前。',
  },
  detail: {
    method: 'GET',
    path: '/wuye/building/company/detail',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ lawCompanyId: idInput, buildingId: idFilter }),
    output: v.object({
      name: v.string(),
      enterTime: maybeText,
      enterArea: v.optional(maybeNumber),
      type: maybeNumber,
      labelName: maybeText,
      legalName: maybeText,
      placeType: maybeText,
    }),
    errors: [404],
    summary: '建筑的一家入驻单位；不指定建筑时，取它在可见建筑中最近的一次入驻。',
  },
  bind: {
    method: 'POST',
    path: '/wuye/building/relation/bind',
    encoding: 'any',
    access: 'session',
    effect: true,
    input: v.object({
      buildingId: idInput,
      lawCompanyId: unitChosen,
      enterTime,
      enterArea,
      label: tenantLabel,
    }),
    output: v.null(),
    errors: [403, 404, 409],
    summary: '新增建筑的入驻单位：入驻日期、入驻面积（平方米）和单位标签。',
  },
  update: {
    method: 'POST',
    path: '/field/v1/tenancy/update',
    encoding: 'json',
    access: 'session',
    effect: true,
    input: v.object({ buildingId: idInput, lawCompanyId: idInput, enterTime, enterArea, label: tenantLabel }),
    output: v.null(),
    errors: [403, 404, 409],
    summary: '更正入驻单位的入驻日期、入驻面积（平方米）和单位标签。',
  },
  break: {
    method: 'POST',
    path: '/wuye/building/relation/break',
    encoding: 'any',
    access: 'session',
    effect: true,
    input: v.object({ buildingId: idInput, lawCompanyId: idInput }),
    output: v.null(),
    errors: [403, 404, 409],
    summary: '从建筑移除入驻单位。',
  },
})

export type Tenant = v.InferOutput<typeof tenant>
