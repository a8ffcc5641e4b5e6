import * as v from 'valibot'
import { ROLES } from './access.ts'
import { group, type OutputOf } from './endpoint.ts'
import { code, id, maybeText, nothing, text } from './basic-fields.ts'

const account = v.pipe(text(64), v.nonEmpty('请输入用户名'))
const password = v.pipe(v.string(), v.nonEmpty('请输入密码'), v.maxLength(128, '密码最多 128 位'))
const photographCode = v.pipe(text(8), v.nonEmpty('请输入验证码'))

export const photographToken = v.pipe(text(128), v.nonEmpty('请刷新图形验证码'))

/** Source: document 1, section 5. */
export const signInForm = v.object({ account, password, photographCode })

const zeroOrOne = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.picklist([0, 1]))

/** Kept apart to keep the sign-in pages small. */
export const signInCalls = group('auth', {
  picture: {
    method: 'POST',
    path: '/user/sendPhotograph',
    encoding: 'none',
    access: 'public',
    effect: true,
    input: v.object({}),
    output: v.object({ path: v.string(), photographToken: v.string() }),
    errors: [429],
    summary: '图形验证码：`path` 为 data URL 形式的图片，`photographToken` 随验证码一并提交。5 分钟内可用一次。',
  },
  signIn: {
    method: 'POST',
    path: '/wuye/user/login',
    encoding: 'form',
    access: 'public',
    effect: true,
    input: v.object({
      ...signInForm.entries,
      photographToken,
      type: v.optional(code([0, 1]), 1),
    }),
    output: v.object({ 'x-auth-token': v.string() }),
    errors: [429],
    summary: '用账号、密码和图形验证码登录。`type` 1 社会单位和消防救援机构登录，0 物业单位登录。',
  },
  detail: {
    method: 'GET',
    path: '/wuye/user/detail',
    encoding: 'query',
    access: 'session',
    effect: false,
    whileOwing: true,
    input: v.object({}),
    output: v.object({
      id,
      name: v.string(),
      account: v.string(),
      role: v.picklist(ROLES),
      organLevel: v.nullable(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.picklist([1, 2, 3]))),
      lawCompanyId: v.nullable(id),
      sysOrganId: v.nullable(id),
      appKey: maybeText,
      secret: maybeText,
      companyName: maybeText,
      isNeedModify: zeroOrOne,
      isNeedEdit: zeroOrOne,
      provinceNo: maybeText,
      cityNo: maybeText,
      county: maybeText,
    }),
    summary: '当前登录的用户。isNeedModify 0：须修改初始密码；isNeedEdit 0：须完善单位信息。`secret` 已脱敏。',
  },
  signOut: {
    method: 'POST',
    path: '/wuye/user/loginOut',
    encoding: 'none',
    access: 'session',
    effect: true,
    whileOwing: true,
    input: v.object({}),
    output: nothing,
    summary: '退出登录。',
  },
})

export type UserDetail = OutputOf<typeof signInCalls.detail>
