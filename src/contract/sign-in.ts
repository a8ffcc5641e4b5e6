import * as v from 'valibot'
import { ROLES } from './access.ts'
import { group, type OutputOf } from './endpoint.ts'
import { code, id, maybeText, nothing, text } from './fields.ts'

const account = v.pipe(text(64), v.nonEmpty('请输入用户名'))
const password = v.pipe(v.string(), v.nonEmpty('请输入密码'), v.maxLength(128, '密码过长'))
const photographCode = v.pipe(text(8), v.nonEmpty('请输入验证码'))

export const photographToken = v.pipe(text(128), v.nonEmpty('请刷新图形验证码'))

/** The sign-in form. Source: document 1, section 5. */
export const signInForm = v.object({ account, password, photographCode })

const zeroOrOne = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.picklist([0, 1]))

/** The calls of group `auth` that the sign-in pages and every session make: apart, so that nothing else travels with those pages. */
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
    summary:
      'A picture code: `path` is a data image, `photographToken` goes back with the code. Serves once, lives five minutes.',
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
    summary:
      'Signs in with account, password and picture code. `type` 1: unit and institution sign-in, 0: property sign-in.',
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
    summary:
      'The signed-in person. isNeedModify 0: owes a password change; isNeedEdit 0: owes the unit information. `secret` is masked.',
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
    summary: 'Ends the session.',
  },
})

export type UserDetail = OutputOf<typeof signInCalls.detail>
