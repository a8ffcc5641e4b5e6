import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { line, maybeText } from './fields.ts'
import { pushTarget } from './push.ts'

const token = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, '链接不完整，请重新扫码'))

const shown = v.object({
  contact: v.string(),
  organisation: maybeText,
  /** VAPID key of the subscription. */
  publicKey: v.string(),
})

export const deviceBind = group('deviceBind', {
  show: {
    method: 'GET',
    path: '/field/v1/device-bind',
    encoding: 'query',
    access: 'public',
    effect: false,
    input: v.object({ token }),
    output: shown,
    errors: [404],
    summary: '凭绑定链接查看将绑定到哪位值班联系人。',
  },
  bind: {
    method: 'POST',
    path: '/field/v1/device-bind',
    encoding: 'json',
    access: 'public',
    effect: true,
    input: v.object({
      token,
      ...pushTarget,
      /** Kind of phone and browser, as listed for the unit. */
      name: v.pipe(line(40), v.trim(), v.nonEmpty('请填写设备名称')),
    }),
    output: v.object({ contact: v.string(), organisation: maybeText }),
    errors: [404, 409],
    success: '已绑定',
    summary: '把本机绑定到值班联系人：火警推送到本机，不需要登录；同一请求可以重复。',
  },
})

export type BindLink = OutputOf<typeof deviceBind.show>
