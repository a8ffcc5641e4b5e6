import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { id, idFilter, idInput, line, maybeText, nothing } from './fields.ts'

export const MOST_WEBHOOKS = 5

/** How long the former secret signs together with the new one, ms. */
export const FORMER_SECRET_MS = 24 * 3_600_000

/** `fire`: a verdict 真实火警; `correction`: a later verdict, undo or end of a forwarded fire. */
export const WEBHOOK_KINDS = ['fire', 'correction'] as const

const row = v.object({
  id,
  address: v.string(),
  kinds: v.array(v.picklist(WEBHOOK_KINDS)),
  createdTime: v.string(),
  /** By the authority, or by the receiver's answer 410. */
  disabledTime: maybeText,
  /** Until then messages carry a second signature, by the former secret. */
  formerUntil: v.optional(maybeText, null),
})

export const webhook = group('webhook', {
  list: {
    method: 'GET',
    path: '/field/v1/webhook',
    encoding: 'query',
    access: 'desk',
    effect: false,
    input: v.object({}),
    output: v.object({ list: v.array(row) }),
    summary: '本机构的对外转发地址。',
  },
  save: {
    method: 'POST',
    path: '/field/v1/webhook',
    encoding: 'json',
    access: 'desk',
    effect: true,
    input: v.object({
      /** Omitted: a new address. */
      id: idFilter,
      address: v.pipe(line(500, '最多 500 个字'), v.trim(), v.nonEmpty('请输入转发地址')),
      kinds: v.optional(
        v.pipe(v.array(v.picklist(WEBHOOK_KINDS)), v.minLength(1), v.maxLength(WEBHOOK_KINDS.length)),
        () => [...WEBHOOK_KINDS],
      ),
    }),
    /** For verifying signatures; not readable later. */
    output: v.object({ id, secret: v.string() }),
    errors: [400, 404, 409],
    success: '保存成功',
    summary:
      '新增对外转发地址，或修改并重新启用；secret 每次都更换，仅返回这一次。地址不变的，24 小时内同时以新旧密钥签名。',
  },
  disable: {
    method: 'POST',
    path: '/field/v1/webhook/disable',
    encoding: 'json',
    access: 'desk',
    effect: true,
    input: v.object({ id: idInput }),
    output: nothing,
    errors: [404],
    success: '已停用',
    summary: '停用对外转发地址；尚未送达的不再发送。',
  },
  resend: {
    method: 'POST',
    path: '/field/v1/webhook/resend',
    encoding: 'json',
    access: 'desk',
    effect: true,
    input: v.object({ id: idInput }),
    output: nothing,
    errors: [404, 409],
    success: '已重新提交',
    summary: '重新发送一条对外转发；id 为通知记录的编号，内容和 webhook-id 不变。',
  },
})

export type Webhook = OutputOf<typeof webhook.list>['list'][number]
