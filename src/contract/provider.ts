import * as v from 'valibot'
import { group, type InputOf } from './endpoint.ts'
import { code, count, id, idInput, maybeText, nothing, page, paged, search, text, treeArea } from './fields.ts'

export const REASON_LIMIT = 500

const noChoice = v.pipe(
  v.literal(''),
  v.transform((): undefined => undefined),
)
const area = { province: treeArea, city: treeArea, county: treeArea }
const statusFilter = {
  status: v.optional(v.union([noChoice, code([0, 1, 2, 3], '审核状态有误')])),
  accessStatus: v.optional(v.union([noChoice, code([0, 1, 2], '对接状态有误')])),
  search,
}

const providerRow = v.object({
  id,
  name: v.string(),
  companyAddress: maybeText,
  legalName: maybeText,
  legalPhone: maybeText,
  linkManPhone: maybeText,
  status: v.nullable(v.number()),
  mustNumPre: count,
  accessStatus: v.nullable(v.number()),
  createTime: maybeText,
  licenseUrl: maybeText,
  bookUrl: maybeText,
  reason: maybeText,
})

/** The papers a provider handed in: its business licence and its letter of commitment. */
export const PAPERS = ['license', 'book'] as const
export type Paper = (typeof PAPERS)[number]

/** Where a paper of ours is asked for; the answer is an address that opens it. */
export const PAPER_PATH = '/field/v1/provider/paper'

export const provider = group('provider', {
  names: {
    method: 'GET',
    path: '/isv/listNoPage',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({}),
    output: v.array(v.object({ id, name: v.string() })),
    summary: '可为建筑服务的服务商，供筛选。',
  },
  list: {
    method: 'GET',
    path: '/isv/isvList',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    input: v.object({ ...area, ...statusFilter, ...page() }),
    output: paged(providerRow),
    summary: '服务商及其审核、对接情况，新的在前。',
  },
  reviewCounts: {
    method: 'GET',
    path: '/isv/isvNum',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    cache: 'keep',
    input: v.object(area),
    output: v.array(v.object({ status: v.number(), num: count })),
    summary: '区域内各审核状态的服务商数。',
  },
  dockingCounts: {
    method: 'GET',
    path: '/isv/getIsvAccessStatusNum',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    cache: 'keep',
    input: v.object({}),
    output: v.array(v.object({ accessStatus: v.number(), num: count })),
    summary: '各对接状态的服务商数。',
  },
  audit: {
    method: 'POST',
    path: '/isv/auditCompany',
    encoding: 'form',
    access: 'gov2',
    effect: true,
    input: v.pipe(
      v.object({
        isvId: idInput,
        status: code([1, 3], '审核结果有误'),
        reason: v.optional(text(REASON_LIMIT, `驳回原因最多${REASON_LIMIT}个字`), ''),
      }),
      v.forward(
        v.partialCheck([['status'], ['reason']], (f) => f.status !== 3 || f.reason !== '', '请选择驳回原因'),
        ['reason'],
      ),
    ),
    output: nothing,
    errors: [404, 409],
    summary: '审核待审核的服务商：1 通过，3 驳回，驳回须填原因。',
  },
  export: {
    method: 'GET',
    path: '/isv/export-isv',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    timeoutMs: 660_000,
    input: v.object({ ...area, ...statusFilter }),
    output: v.string(),
    summary: '符合筛选条件的服务商，xlsx 文件：`data` 为下载地址，60 秒内可用一次。',
  },
  testReport: {
    method: 'GET',
    path: '/api/report/getTestReportUrl',
    encoding: 'query',
    access: 'gov',
    effect: false,
    timeoutMs: 120_000,
    input: v.object({ isvId: idInput }),
    output: v.string(),
    errors: [404, 409],
    summary: '服务商的对接测试报告：`data` 为 PDF 的地址。',
  },
  notice: {
    method: 'GET',
    path: '/field/v1/provider/notice',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    timeoutMs: 120_000,
    input: v.object({ isvId: idInput }),
    output: v.string(),
    errors: [404, 409],
    summary: '服务商的对接告知书，须必接项全部对接：`data` 为 PDF 的地址。',
  },
  paper: {
    method: 'GET',
    path: PAPER_PATH,
    encoding: 'query',
    access: 'gov2',
    effect: false,
    input: v.object({ isvId: idInput, paper: v.picklist(PAPERS, '没有这类证照') }),
    output: v.string(),
    errors: [404],
    summary: '服务商的营业执照或承诺书：`data` 为查看地址，60 秒内可用一次。',
  },
})

export type ProviderRow = v.InferOutput<typeof providerRow>
export type ProviderFilter = InputOf<typeof provider.export>
