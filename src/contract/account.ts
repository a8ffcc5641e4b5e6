import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { code, id, idFilter, idInput, maybeText, nothing, page, paged, search, text } from './fields.ts'

/** Source: document 2, section 9. */
const ACCOUNT_PAGE_SIZE = 20
export const UNIT_CHOICE_SIZE = 15

const NAME_TEXT = '账号为 4-32 位字母、数字、下划线、点或短横线，以字母或数字开头'

/** Limited to characters that every keyboard has and that can be spelled out on the phone. */
export const accountName = v.pipe(
  text(64),
  v.nonEmpty('请输入账号'),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{3,31}$/, NAME_TEXT),
)

const companyChosen = v.pipe(
  v.union([v.string(), v.number()], '请选择单位'),
  v.transform((value) => String(value).trim()),
  v.nonEmpty('请选择单位'),
  v.regex(/^[1-9]\d{0,14}$/, '请选择单位'),
  v.transform(Number),
)

/** Returned once; the password must be changed at first sign-in. */
const handedOut = v.nullable(v.object({ id, account: v.string(), password: v.string() }))

const change = { method: 'POST', encoding: 'any', access: 'gov', effect: true, output: nothing } as const

export const account = group('account', {
  list: {
    method: 'GET',
    path: '/wuye/user/accountList',
    encoding: 'query',
    access: 'gov',
    effect: false,
    input: v.object({ ...page(ACCOUNT_PAGE_SIZE), companyName: search }),
    output: paged(
      v.object({
        id,
        name: v.string(),
        address: maybeText,
        account: v.string(),
        status: v.number(),
        companyId: id,
        companyName: v.string(),
      }),
    ),
    summary: '可见单位的账号，新开设的在前；companyName 为单位名称、账号或姓名的一部分。',
  },
  suggestName: {
    method: 'GET',
    path: '/api/company/get/accountName',
    encoding: 'query',
    access: 'gov',
    effect: false,
    input: v.object({ sysOrganId: idFilter, lawCompanyId: idInput }),
    output: v.string(),
    errors: [404],
    summary: '单位的账号名；尚无账号的，给出一个可用的名称。',
  },
  companies: {
    method: 'GET',
    path: '/api/company/sysOrgan/unitList',
    encoding: 'query',
    access: 'gov',
    effect: false,
    input: v.object({ ...page(UNIT_CHOICE_SIZE), search }),
    output: paged(v.object({ id, name: v.string() })),
    summary: '可见单位的名称，供选择单位。',
  },
  add: {
    ...change,
    path: '/wuye/user/addAccount',
    input: v.object({ account: accountName, companyId: companyChosen, companyName: v.optional(text(200)) }),
    output: handedOut,
    errors: [404, 409],
    summary: '为单位开设账号；`data` 含一次性密码，仅返回这一次。',
  },
  rename: {
    ...change,
    path: '/wuye/user/accountUpdate',
    input: v.object({ id: idInput, account: accountName }),
    errors: [404, 409],
    summary: '修改登录所用的账号名；一个账号名只属于一个账号。',
  },
  enable: {
    ...change,
    path: '/wuye/user/accountDisable',
    input: v.object({ id: idInput, status: code([0, 1], '请选择启用或停用') }),
    errors: [404],
    summary: '将账号设为启用（status 0）或停用（1）；停用后其登录立即失效。',
  },
  resetPassword: {
    ...change,
    path: '/wuye/user/accountPsdReset',
    input: v.object({ id: idInput }),
    output: handedOut,
    errors: [404],
    summary: '为账号生成一次性密码，仅返回这一次，登录后须修改；原登录失效。',
  },
})

export type AccountRow = OutputOf<typeof account.list>['list'][number]
export type HandedOut = NonNullable<OutputOf<typeof account.add>>
