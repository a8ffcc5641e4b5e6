import * as v from 'valibot'
import { group, type InputOf, type OutputOf } from './endpoint.ts'
import { accountName } from './account.ts'
import {
  code,
  count,
  id,
  idInput,
  line,
  maybeText,
  nothing,
  page,
  paged,
  search,
  text,
  treeArea,
  WRONG_INPUT,
} from './fields.ts'

export const REASON_LIMIT = 500

const noChoice = v.pipe(
  v.literal(''),
  v.transform((): undefined => undefined),
)
const area = { province: treeArea, city: treeArea, county: treeArea }
const statusFilter = {
  status: v.optional(v.union([noChoice, code([0, 1, 2, 3], WRONG_INPUT)])),
  accessStatus: v.optional(v.union([noChoice, code([0, 1, 2], WRONG_INPUT)])),
  search,
}

const providerRow = v.object({
  id,
  name: v.string(),
  creditCode: v.optional(maybeText),
  linkMan: v.optional(maybeText),
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
  /** Since when requests of its programs are rejected; null: accepted. */
  suspendTime: maybeText,
  suspendReason: maybeText,
})

const named = (limit: number, missing: string) => v.pipe(line(limit, `最多 ${limit} 个字`), v.nonEmpty(missing))
const phone = v.pipe(text(20), v.regex(/^$|^[0-9-]{7,20}$/, '请输入正确的电话号码'))

/** Empty text: unknown. */
export const newProvider = v.object({
  name: named(100, '请填写服务商名称'),
  companyAddress: text(200, '最多 200 个字'),
  county: v.pipe(text(6), v.regex(/^$|^\d{6}$/, '请选择所在区')),
  legalName: text(32, '最多 32 个字'),
  legalPhone: phone,
  linkMan: named(32, '请填写联系人'),
  linkManPhone: v.pipe(phone, v.nonEmpty('请填写联系人电话')),
  /** For the providers' own site. */
  account: v.union([v.literal(''), accountName]),
})

const handedKeys = v.object({ isvId: id, name: v.string(), appKey: v.string(), secret: v.string() })

export const PAPERS = ['license', 'book'] as const
export type Paper = (typeof PAPERS)[number]

/** A paper with this URL prefix is opened through the call `paper`; papers of other servers have direct URLs. */
export const PAPER_PATH = '/field/v1/provider/paper'

const change = { method: 'POST', encoding: 'json', access: 'gov2', effect: true } as const

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
    summary: '服务商及其审核、对接情况，待审核的在前，然后新的在前。',
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
        status: code([1, 3], WRONG_INPUT),
        createTime: v.optional(text(19), ''),
        reason: v.optional(text(REASON_LIMIT, `驳回原因最多 ${REASON_LIMIT} 个字`), ''),
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
    exports: true,
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
    exports: true,
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
    exports: true,
    timeoutMs: 120_000,
    input: v.object({ isvId: idInput }),
    output: v.string(),
    errors: [404, 409],
    summary: '服务商的对接告知书，须必接项全部对接：`data` 为 PDF 的地址。',
  },
  add: {
    ...change,
    path: '/field/v1/provider/add',
    input: newProvider,
    output: v.object({ ...handedKeys.entries, account: maybeText, password: maybeText }),
    errors: [409],
    summary: '新增服务商，视为已通过审核；`data` 含 appKey、secret 和账号的一次性密码，仅返回这一次。',
  },
  suspend: {
    ...change,
    path: '/field/v1/provider/suspend',
    input: v.object({
      isvId: idInput,
      reason: v.pipe(text(REASON_LIMIT, `最多 ${REASON_LIMIT} 个字`), v.nonEmpty('请填写暂停原因')),
    }),
    output: nothing,
    errors: [404, 409],
    summary: '暂停服务商：其密钥立即失效，所服务的建筑注明已暂停。',
  },
  resume: {
    ...change,
    path: '/field/v1/provider/resume',
    input: v.object({ isvId: idInput }),
    output: nothing,
    errors: [404, 409],
    summary: '恢复已暂停的服务商，原密钥继续有效。',
  },
  renewKeys: {
    ...change,
    path: '/field/v1/provider/renew-keys',
    input: v.object({ isvId: idInput, password: v.pipe(v.string(), v.nonEmpty('请输入登录密码'), v.maxLength(64)) }),
    output: handedKeys,
    errors: [404],
    summary: '为服务商换发 secret，须再次输入登录密码；原 secret 立即失效，新的仅返回这一次。',
  },
  paper: {
    method: 'GET',
    path: PAPER_PATH,
    encoding: 'query',
    access: 'gov2',
    effect: false,
    exports: true,
    input: v.object({ isvId: idInput, paper: v.picklist(PAPERS, '没有这类证照') }),
    output: v.string(),
    errors: [404],
    summary: '服务商的营业执照或承诺书：`data` 为查看地址，60 秒内可用一次。',
  },
})

export type ProviderKeys = OutputOf<typeof provider.add>
export type ProviderRow = v.InferOutput<typeof providerRow>
export type ProviderFilter = InputOf<typeof provider.export>
