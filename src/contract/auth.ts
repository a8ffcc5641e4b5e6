import * as v from 'valibot'
import { group } from './endpoint.ts'
import { nothing, text } from './fields.ts'
import { anyPassword, PASSWORDS_DIFFER, type PasswordRule, STRICT_PASSWORD, USUAL_PASSWORD } from './password.rules.ts'
import { photographToken, signInCalls, signInForm } from './sign-in.ts'

/** Eleven digits that begin with 1. Source: document 1, section 5. */
export const phone = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('请输入手机号'),
  v.regex(/^1\d{10}$/, '请输入正确的手机号!'),
)
const checkCode = v.pipe(text(8), v.nonEmpty('请输入验证码'))

export const phoneForm = v.object({ phone, checkCode })

const { meets, text: strictText } = STRICT_PASSWORD

/** A repeated password that differs is reported before one that breaks the rule. */
export const recoveryForm = v.pipe(
  v.object({ password: v.pipe(anyPassword, v.check(meets, strictText)), confirmPassword: anyPassword }),
  v.forward(
    v.partialCheck([['password'], ['confirmPassword']], (f) => f.password === f.confirmPassword, PASSWORDS_DIFFER),
    ['confirmPassword'],
  ),
  v.forward(
    v.partialCheck([['confirmPassword']], (f) => meets(f.confirmPassword), strictText),
    ['confirmPassword'],
  ),
)

const oldPassword = v.pipe(v.string(), v.nonEmpty('请输入旧密码'), v.maxLength(128, '密码最多 128 位'))

const changeForm = (rule: PasswordRule) =>
  v.pipe(
    v.object({
      oldPassword,
      newPassword: v.pipe(anyPassword, v.check(rule.meets, rule.text)),
      confirmPassword: anyPassword,
    }),
    v.forward(
      v.partialCheck(
        [['newPassword'], ['confirmPassword']],
        (f) => f.newPassword === f.confirmPassword,
        PASSWORDS_DIFFER,
      ),
      ['confirmPassword'],
    ),
    v.forward(
      v.partialCheck([['confirmPassword']], (f) => rule.meets(f.confirmPassword), rule.text),
      ['confirmPassword'],
    ),
  )

export const changeAtWillForm = changeForm(USUAL_PASSWORD)
export const owedChangeForm = changeForm(STRICT_PASSWORD)

/** Source: document 1, section 1. */
export const USER_TYPES = ['SERVICE_PROVIDERS', 'CONNECTED_UNIT', 'FIRE_INSTITUTIONS'] as const

export const auth = group('auth', {
  ...signInCalls,
  sendCode: {
    method: 'POST',
    path: '/user/sendCode',
    encoding: 'form',
    access: 'public',
    effect: true,
    input: v.object({ phone, photographCode: v.optional(text(8)), photographToken: v.optional(text(128)) }),
    output: nothing,
    errors: [429],
    summary:
      '向手机发送短信验证码，60 秒内限一次；未登录过的设备当日第三次起须附图形验证码。答复不透露该手机号是否有账号。',
  },
  unifiedSignIn: {
    method: 'POST',
    path: '/user/unified/login',
    encoding: 'form',
    access: 'public',
    effect: true,
    input: v.union(
      [v.object({ ...phoneForm.entries }), v.object({ ...signInForm.entries, photographToken })],
      '请输入手机号和验证码，或账号、密码和图形验证码',
    ),
    output: v.object({ type: v.picklist(USER_TYPES), 'x-auth-token': v.string() }),
    errors: [429],
    summary: '用手机号和短信验证码登录，或用账号、密码和图形验证码登录；返回用户类型。',
  },
  recover: {
    method: 'POST',
    path: '/user/forgetPsdFirst',
    encoding: 'form',
    access: 'public',
    effect: true,
    input: phoneForm,
    output: nothing,
    errors: [429],
    summary: '找回密码第一步：验证手机号。',
  },
  resetPassword: {
    method: 'POST',
    path: '/user/forgetPsdSecond',
    encoding: 'form',
    access: 'public',
    effect: true,
    input: v.intersect([v.object({ phone }), recoveryForm]),
    output: nothing,
    errors: [403],
    summary: '找回密码第二步：重设密码，须带第一步设置的 Cookie。原登录失效。',
  },
  changePassword: {
    method: 'POST',
    path: '/wuye/user/updatePsd',
    encoding: 'form',
    access: 'session',
    effect: true,
    whileOwing: true,
    input: v.object({
      account: v.optional(text(64), ''),
      oldPassword,
      newPassword: anyPassword,
      confirmPassword: anyPassword,
    }),
    output: nothing,
    errors: [403, 409, 429],
    summary: '修改本人密码，修改后须重新登录。须修改初始密码的，按更严格的规则校验。',
  },
  ticket: {
    method: 'POST',
    path: '/field/v1/ticket',
    encoding: 'none',
    access: 'session',
    effect: true,
    input: v.object({}),
    output: v.object({ ticket: v.string() }),
    summary: '一次性登录凭证，可写在地址中代替 token：60 秒内可用一次。',
  },
  deviceKey: {
    method: 'GET',
    path: '/field/v1/device-key',
    encoding: 'query',
    access: 'session',
    effect: false,
    whileOwing: true,
    input: v.object({ device: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, '设备编号须为 32 位十六进制数')) }),
    output: v.object({ key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
    summary:
      '本账号在一台设备上的密钥（32 字节，base64url），换人使用时加密本机内容；修改或重置密码、停用账号、变更角色后改变。',
  },
  revealSecret: {
    method: 'POST',
    path: '/field/v1/secret',
    encoding: 'json',
    access: 'keyed',
    effect: true,
    input: v.object({
      password: v.pipe(v.string(), v.nonEmpty('请输入密码'), v.maxLength(128, '密码最多 128 位')),
      renew: v.optional(v.boolean(), false),
    }),
    output: v.object({ secret: v.string() }),
    errors: [403, 404, 429],
    summary:
      '再次输入密码后返回本单位或本服务商的完整 secret，服务商须已通过审核；renew 为 true 时先更换本单位的 secret，原 secret 立即失效。记入操作审计。',
  },
})
