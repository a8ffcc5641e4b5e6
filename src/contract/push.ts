import * as v from 'valibot'
import { group } from './endpoint.ts'
import { nothing } from './fields.ts'

const endpoint = v.pipe(
  v.string(),
  v.maxLength(800),
  v.url('推送未能开启，请关闭后重新开启'),
  v.regex(/^https?:\/\//, '推送未能开启，请关闭后重新开启'),
)
const key = (bytes: RegExp) => v.pipe(v.string(), v.regex(bytes, '推送未能开启，请关闭后重新开启'))

/** Push subscription of a browser. */
export const pushTarget = {
  endpoint,
  p256dh: key(/^[\w-]{87}=?$/),
  auth: key(/^[\w-]{22}={0,2}$/),
}

export const push = group('push', {
  key: {
    method: 'GET',
    path: '/field/v1/push/key',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({}),
    output: v.object({ publicKey: v.string() }),
    summary: '平台的 VAPID 公钥，浏览器订阅推送时使用。',
  },
  subscribe: {
    method: 'POST',
    path: '/field/v1/push/subscribe',
    encoding: 'json',
    access: 'session',
    effect: true,
    input: v.object(pushTarget),
    output: nothing,
    success: '已开启推送',
    summary: '在本浏览器开启推送：有新的问题、申请和消息通知时提醒，至登录失效为止。',
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
    summary: '关闭由 subscribe 开启的推送。',
  },
})
