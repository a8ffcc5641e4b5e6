import * as v from 'valibot'
import { group } from './endpoint.ts'
import { nothing } from './fields.ts'

/** Where a browser's push service takes what is meant for it. */
const endpoint = v.pipe(v.string(), v.maxLength(800), v.url('推送地址有误'), v.regex(/^https?:\/\//, '推送地址有误'))
const key = (bytes: RegExp) => v.pipe(v.string(), v.regex(bytes, '推送密钥有误'))

export const push = group('push', {
  key: {
    method: 'GET',
    path: '/field/v1/push/key',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({}),
    output: v.object({ publicKey: v.string() }),
    summary: "The platform's VAPID public key, which a browser subscribes with.",
  },
  subscribe: {
    method: 'POST',
    path: '/field/v1/push/subscribe',
    encoding: 'json',
    access: 'session',
    effect: true,
    input: v.object({
      endpoint,
      p256dh: key(/^[\w-]{87}=?$/),
      auth: key(/^[\w-]{22}={0,2}$/),
    }),
    output: nothing,
    success: '已开启推送',
    summary: 'Has this browser told of new problems, applications and notifications, while this session lives.',
  },
  unsubscribe: {
    method: 'POST',
    path: '/field/v1/push/unsubscribe',
    encoding: 'json',
    access: 'session',
    effect: true,
    input: v.object({ endpoint }),
    output: nothing,
    success: '已关闭推送',
    summary: 'Ends what subscribe began.',
  },
})
