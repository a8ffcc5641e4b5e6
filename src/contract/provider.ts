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
    summary: 'The providers that may serve buildings, for a filter.',
  },
  list: {
    method: 'GET',
    path: '/isv/isvList',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    input: v.object({ ...area, ...statusFilter, ...page() }),
    output: paged(providerRow),
    summary: 'Service providers with their review and docking, newest first.',
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
    summary: 'How many providers of an area stand at each review status.',
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
    summary: 'How many providers stand at each docking status.',
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
    summary: 'Passes (1) or rejects (3, with a reason) a provider that waits for its review.',
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
    summary:
      'The providers a filter leaves as an xlsx file: `data` is its address, which serves once within 60 seconds.',
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
    summary: "A provider's docking test report: `data` is the address of a PDF.",
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
    summary: "A provider's docking notice, made where all must-have items are docked: `data` is the address of a PDF.",
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
    summary: "An address that shows a provider's licence or letter of commitment: once, within 60 seconds.",
  },
})

export type ProviderRow = v.InferOutput<typeof providerRow>
export type ProviderFilter = InputOf<typeof provider.export>
