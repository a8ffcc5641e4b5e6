import * as v from 'valibot'
import { accountName } from './account.ts'
import { group, type OutputOf } from './endpoint.ts'
import { id, idInput, line, maybeText } from './fields.ts'

export const organName = v.pipe(line(60, '最多 60 个字'), v.nonEmpty('请填写机构名称'))
export const holderName = v.pipe(line(32, '最多 32 个字'), v.nonEmpty('请填写使用人姓名'))

/** Returned once; the password must be changed at first sign-in. */
const handedOut = v.object({ id, account: v.string(), password: v.string() })

const change = { method: 'POST', encoding: 'json', access: 'gov2', effect: true, output: handedOut } as const

const holder = { account: accountName, holder: holderName }

export const newOrgan = v.object({
  name: organName,
  county: v.pipe(v.string('请选择所辖的区'), v.regex(/^\d{6}$/, '请选择所辖的区')),
  ...holder,
})

export const newOfficer = v.object({ organId: idInput, ...holder })

export const organ = group('organ', {
  list: {
    method: 'GET',
    path: '/field/v1/organs',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    input: v.object({}),
    output: v.array(
      v.object({
        id,
        name: v.string(),
        level: v.number(),
        countyName: maybeText,
        isContactless: v.optional(v.boolean(), false),
        accounts: v.array(v.object({ id, account: v.string(), name: v.string(), status: v.number() })),
      }),
    ),
    summary: '全部消防救援机构及其账号，级别高的在前。',
  },
  add: {
    ...change,
    path: '/field/v1/organ/add',
    input: newOrgan,
    errors: [409],
    success: '已新增',
    summary: '新增区级消防救援机构，同时为其创建一个账号；一次性密码仅返回这一次。',
  },
  addAccount: {
    ...change,
    path: '/field/v1/organ/add-account',
    input: newOfficer,
    errors: [404, 409],
    success: '已新增',
    summary: '为本机构或区级消防救援机构创建账号；一次性密码仅返回这一次。',
  },
})

export type OrganRow = OutputOf<typeof organ.list>[number]
