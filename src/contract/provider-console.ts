import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { count, maybeText, page, paged, search, text } from './fields.ts'
import { buildingKeyInput, INGEST_KINDS } from './ingest.ts'
import { described } from './open-fields.ts'
import { SIGNATURE_PARTS } from './signature.ts'

export const OVERLAP_HOURS = 24

const read = { method: 'GET', encoding: 'query', access: 'provider', effect: false } as const
const change = { method: 'POST', encoding: 'json', access: 'provider', effect: true } as const

const field = (max: number, missing: string) => v.pipe(text(max), v.nonEmpty(missing))

export const CHECKED_BODY = 64 * 1024

export const signatureForm = v.object({
  method: described(
    v.pipe(text(16), v.toUpperCase(), v.picklist(['GET', 'POST'], '请求方法应为 GET 或 POST')),
    '请求方法',
  ),
  path: described(v.pipe(text(2_000), v.nonEmpty('请填写路径和查询串')), '路径和查询串，与发送的逐字相同'),
  time: described(field(32, '请填写 x-time'), '请求头 x-time'),
  nonce: described(field(128, '请填写 x-nonce'), '请求头 x-nonce'),
  body: described(v.pipe(v.string(), v.maxLength(CHECKED_BODY, '请求体最多 65536 个字符')), '请求体，与发送的逐字相同'),
  signature: described(field(256, '请填写 x-signature'), '请求头 x-signature'),
})

export const findings = v.object({
  isAccepted: described(v.boolean(), '签名会被接受'),
  findings: described(
    v.array(
      v.object({
        part: described(v.picklist(SIGNATURE_PARTS), '所检查的部分'),
        isRight: described(v.boolean(), '该部分正确'),
        message: described(v.string(), '正确的依据，或哪里不符、如何改正'),
      }),
    ),
    '逐项检查的结果',
  ),
  signedText: described(v.string(), '应当签名的五行文本'),
  serverTime: described(v.string(), '平台的当前时间'),
})

export const providerConsole = group('providerConsole', {
  summary: {
    ...read,
    path: '/field/v1/provider/console',
    input: v.object({}),
    output: v.object({
      name: v.string(),
      status: v.number(),
      reason: maybeText,
      suspendTime: maybeText,
      suspendReason: maybeText,
      appKey: maybeText,
      formerUntil: maybeText,
      buildings: count,
      quarantined: count,
      refused: count,
    }),
    summary: '服务商自己的审核状态、appKey、原 secret 的失效时间，以及建筑、已隔离数据和被拒绝批次的数量。',
  },
  rotate: {
    ...change,
    path: '/field/v1/provider/console/rotate',
    input: v.object({ password: v.pipe(v.string(), v.nonEmpty('请输入密码'), v.maxLength(128, '密码最多 128 位')) }),
    output: v.object({ secret: v.string(), formerUntil: v.string() }),
    errors: [403, 429],
    summary: '再次输入密码后更换 secret：返回新的，原来的 24 小时内仍然有效；再换一次，更早的立即失效。',
  },
  bind: {
    ...change,
    path: '/field/v1/provider/console/bind',
    input: v.object({ buildingKey: buildingKeyInput }),
    output: v.object({ projectId: v.string(), name: v.string() }),
    errors: [403, 404, 409, 429],
    summary: '凭建筑密钥绑定建筑，与 POST /open/v1/buildings 相同。',
  },
  buildings: {
    ...read,
    path: '/field/v1/provider/console/buildings',
    input: v.object({ search, ...page(15) }),
    output: paged(
      v.object({
        projectId: v.string(),
        name: v.string(),
        address: maybeText,
        points: count,
        offline: count,
      }),
    ),
    summary: '绑定到本服务商的建筑及其点位数、离线点位数，可按名称或地址查找。',
  },
  received: {
    ...read,
    path: '/field/v1/provider/console/received',
    input: v.object({ projectId: v.pipe(text(64), v.nonEmpty('请选择建筑')) }),
    output: v.array(
      v.object({
        pointNumber: v.string(),
        deviceName: maybeText,
        systemName: v.string(),
        apiId: v.number(),
        apiName: v.string(),
        receivedTime: v.string(),
      }),
    ),
    errors: [404],
    summary: '建筑最近收到上报的 30 个点位，新的在前。',
  },
  quarantined: {
    ...read,
    path: '/field/v1/provider/console/quarantine',
    input: v.object({ ...page(15) }),
    output: paged(
      v.object({
        buildingName: v.string(),
        pointNumber: v.string(),
        reason: v.string(),
        kind: v.string(),
        time: v.string(),
        receivedTime: v.string(),
      }),
    ),
    summary: '本服务商的已隔离数据及原因，新的在前。',
  },
  refused: {
    ...read,
    path: '/field/v1/provider/console/refused',
    input: v.object({ ...page(15) }),
    output: paged(
      v.object({
        kind: v.picklist(INGEST_KINDS),
        code: v.number(),
        message: v.string(),
        batches: count,
        items: count,
        firstTime: v.string(),
        lastTime: v.string(),
      }),
    ),
    summary: '本服务商最近 30 天被拒绝的上报，按接口和原因合并：批数、条数和首末时间，新的在前。',
  },
  checkSignature: {
    ...change,
    path: '/field/v1/provider/console/check-signature',
    effect: false,
    input: signatureForm,
    output: findings,
    errors: [403, 429],
    summary: '检验一次请求的签名，指出哪一部分不符；不返回 secret 和应得的签名。',
  },
  explain: {
    method: 'POST',
    path: '/open/v1/explain',
    encoding: 'json',
    access: 'public',
    effect: false,
    input: v.object({
      ...signatureForm.entries,
      appKey: described(field(64, '请填写 x-app-key'), '请求头 x-app-key'),
      body: described(v.optional(signatureForm.entries.body, ''), '请求体，与发送的逐字相同；GET 为空'),
    }),
    output: findings,
    errors: [429],
    summary: '说明一次请求的签名为什么不被接受，不必签名：时钟、x-nonce、签名的五行和服务商状态。',
  },
})

export type ConsoleSummary = OutputOf<typeof providerConsole.summary>
export type SignatureFindings = OutputOf<typeof providerConsole.checkSignature>
