import * as v from 'valibot'
import { group, type InputOf, type OutputOf } from './endpoint.ts'
import { registerChanges } from './register-change.ts'
import {
  code,
  id,
  idFilter,
  idInput,
  itemTypeInput,
  maybeNumber,
  maybeText,
  nothing,
  page,
  paged,
  search,
  text,
  WRONG_INPUT,
} from './fields.ts'
import { uploadUrl } from './upload.ts'

/** Source: document 2, sections 5 and 9. */
export const REASON_LENGTH = 100
export const MOST_ATTACHMENTS = 5

/** Reason codes, then systems, then their item types. */
export interface DeclarationType {
  code: string
  name: string
  children: DeclarationType[]
}

const declarationType: v.GenericSchema<DeclarationType> = v.object({
  code: v.string(),
  name: v.string(),
  children: v.array(v.lazy(() => declarationType)),
})

/** Reason, system, item type. */
const typePath = v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{1,6}$/, WRONG_INPUT))), v.minLength(1), v.maxLength(3))

const typePaths = v.pipe(
  v.array(typePath, '请选择申报类型'),
  v.minLength(1, '请选择申报类型'),
  v.maxLength(300, '申报类型过多'),
)

const readJson = (said: string): unknown => {
  try {
    return JSON.parse(said)
  } catch {
    return said
  }
}

const attachments = v.pipe(
  v.array(v.object({ url: uploadUrl }), '请上传附件，最多 5 个'),
  v.minLength(1, '请上传附件，最多 5 个'),
  v.maxLength(MOST_ATTACHMENTS, '最多上传 5 个附件'),
)

/** Length counts code points. Source: document 2, section 5. */
export const applyReason = v.pipe(
  text(1000),
  v.nonEmpty('请输入申报原因'),
  v.check((said) => Array.from(said).length <= REASON_LENGTH, `申报原因最多 ${REASON_LENGTH} 个字`),
)

/** One or several separated by commas; empty means all. */
const reviewStatuses = v.optional(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((said) => String(said).trim()),
    v.regex(/^([0-2](,[0-2]){0,2})?$/, WRONG_INPUT),
    v.transform((said): readonly number[] => (said === '' ? [] : said.split(',').map(Number))),
  ),
  '',
)
const reviewFilter = { searchValue: search, approveStatus: reviewStatuses }

/** Other servers return only the URL. */
const attachmentRow = v.object({
  url: v.string(),
  name: v.optional(maybeText, null),
  contentType: v.optional(maybeText, null),
})

const reviewRow = v.object({
  id,
  wuyeName: maybeText,
  buildingId: id,
  buildingName: v.string(),
  applyTime: v.string(),
  applyReason: maybeText,
  /** An added building, or the names of the declared types. */
  applyType: v.optional(maybeText, null),
  approveStatus: v.number(),
  refuseReason: v.optional(maybeText, null),
  approveTime: v.optional(maybeText, null),
  approver: v.optional(maybeText, null),
  changes: registerChanges,
  approveAccessAttachmentList: v.nullable(v.array(attachmentRow)),
})

export const REVIEW_PAGE_SIZE = 50
/** The newest earlier applications of an application's building. */
export const MOST_EARLIER = 20

const reviewDetail = v.object({
  ...reviewRow.entries,
  building: v.object({
    address: maybeText,
    district: v.string(),
    buildingType: maybeNumber,
    upperLevel: maybeNumber,
    underLevel: maybeNumber,
    height: maybeNumber,
    area: maybeNumber,
    score: maybeNumber,
    accessStatus: v.number(),
    mustPercent: v.number(),
    providerName: maybeText,
  }),
  /** Item types that a declaration names. */
  declared: v.array(id),
  /** Earlier applications for the building, newest first. */
  earlier: v.array(
    v.object({
      id,
      wuyeName: maybeText,
      applyTime: v.string(),
      applyType: maybeText,
      applyReason: maybeText,
      approveStatus: v.number(),
      refuseReason: maybeText,
      approver: maybeText,
    }),
  ),
})

/** Optional because the documented call has no reason. */
export const refuseReason = v.optional(text(200, '拒绝原因最多 200 个字'), '')

export const approval = group('approval', {
  types: {
    method: 'GET',
    path: '/wuye/building/specialApproveDic',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({}),
    output: v.array(declarationType),
    summary: '特殊申报的类型树：0 缺少必接项，1 设备共用，2 其他。',
  },
  submit: {
    method: 'POST',
    path: '/api/approveAccess/submit',
    encoding: 'json',
    access: 'session',
    effect: true,
    queue: 'queue',
    input: v.object({
      applyReason,
      approveAccessAttachmentList: attachments,
      buildingId: idInput,
      buildingName: v.optional(text(200), ''),
      wuyeId: idFilter,
      wuyeName: v.optional(text(200), ''),
      specialApproveData: v.union(
        [typePaths, v.pipe(v.string(), v.maxLength(20_000), v.transform(readJson), typePaths)],
        '请选择申报类型',
      ),
      approveType: v.optional(code([1]), 1),
    }),
    output: nothing,
    errors: [403, 404, 409],
    summary: '提交建筑的特殊申报，由消防救援机构审批。',
  },
  judge: {
    method: 'GET',
    path: '/api/approveAccess/judge',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ apiId: itemTypeInput, buildingId: idInput }),
    output: v.object({ approveAccess: v.boolean(), approveState: v.nullable(v.number()) }),
    errors: [404],
    summary:
      '建筑的某一接口类型是否有过特殊申报（approveAccess），以及最近一次的审批状态：0 待审批，1 已通过，2 已拒绝。',
  },
  template: {
    method: 'GET',
    path: '/field/v1/declaration/template',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({ buildingId: idFilter }),
    output: v.string(),
    errors: [404],
    summary: '特殊申报审批表，填写、盖章后作为申报附件：`data` 为 PDF 的地址。',
  },
  list: {
    method: 'GET',
    path: '/api/approveAccess/list',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    cache: 'keep',
    input: v.object({ ...reviewFilter, ...page() }),
    output: paged(reviewRow),
    summary:
      '单位提交的审批申请，新的在前。approveStatus：0 待审批，1 已通过，2 已拒绝，可同时取多个，如 `1,2`。changes 为绑定、修改建筑时新旧对照的内容。',
  },
  inbox: {
    method: 'GET',
    path: '/field/v1/review/applications',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    cache: 'keep',
    input: v.object({ ...reviewFilter, ...page(REVIEW_PAGE_SIZE) }),
    output: paged(reviewRow),
    summary: '单位提交的审批申请，等得最久的在前；approveStatus 只取已审批的，新的在前。',
  },
  one: {
    method: 'GET',
    path: '/field/v1/review/application',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    cache: 'keep',
    input: v.object({ approveId: idInput }),
    output: reviewDetail,
    errors: [404],
    summary: '一项申请：内容、附件、建筑概况、申报的接口类型（declared）和该建筑以前的申请。',
  },
  export: {
    method: 'GET',
    path: '/api/approveAccess/list/export',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    exports: true,
    timeoutMs: 660_000,
    input: v.object(reviewFilter),
    output: v.string(),
    summary: '符合筛选条件的申请，xlsx 文件：`data` 为下载地址，60 秒内可用一次。',
  },
  pending: {
    method: 'GET',
    path: '/field/v1/review/pending',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    input: v.object({}),
    output: v.object({
      applications: v.number(),
      oldest: v.optional(v.string()),
      providers: v.number(),
      setup: v.optional(v.number()),
    }),
    summary:
      '待办理的数量：applications 为待审批的申请，oldest 为其中最早的申请时间，providers 为待审核的服务商，setup 为未完成的接入步骤，收到第一条上报、登记总队值班联系人并测试短信后为 0。',
  },
  withdraw: {
    method: 'POST',
    path: '/field/v1/application/withdraw',
    encoding: 'json',
    access: 'unit',
    effect: true,
    input: v.object({ approveId: idInput }),
    output: nothing,
    errors: [404, 409],
    success: '已撤回',
    summary: '撤回本单位待审批的申请；新增建筑的，该建筑随之移除；绑定建筑的，随之解绑。',
  },
  agree: {
    method: 'POST',
    path: '/api/approveAccess/agree',
    encoding: 'any',
    access: 'gov2',
    effect: true,
    input: v.object({ approveId: idInput }),
    output: nothing,
    errors: [404, 409],
    summary: '通过申请；已有人审批过的返回 409，并说明由谁审批。',
  },
  refuse: {
    method: 'POST',
    path: '/api/approveAccess/refuse',
    encoding: 'any',
    access: 'gov2',
    effect: true,
    input: v.object({ approveId: idInput, refuseReason }),
    output: nothing,
    errors: [404, 409],
    summary: '拒绝申请，可附原因；已有人审批过的返回 409，并说明由谁审批。',
  },
})

export type Declaration = InputOf<typeof approval.submit>
export type ReviewRow = v.InferOutput<typeof reviewRow>
export type ReviewDetail = OutputOf<typeof approval.one>
export type ReviewAttachment = v.InferOutput<typeof attachmentRow>
