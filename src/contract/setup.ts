import * as v from 'valibot'
import { accountName } from './account.ts'
import { group, type OutputOf } from './endpoint.ts'
import { line, nothing } from './fields.ts'
import { holderName, organName } from './organ.ts'
import { anyPassword, PASSWORDS_DIFFER, STRICT_PASSWORD } from './password.rules.ts'

export const SETUP_STEPS = [
  'organ',
  'officer',
  'unit',
  'unitAccount',
  'building',
  'provider',
  'binding',
  'contact',
  'sms',
  'report',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

export const firstAccount = v.pipe(
  v.object({
    code: v.pipe(line(32), v.nonEmpty('请填写启动时显示的首次使用码')),
    organ: organName,
    holder: holderName,
    account: accountName,
    password: v.pipe(anyPassword, v.check(STRICT_PASSWORD.meets, STRICT_PASSWORD.text)),
    confirm: v.pipe(v.string(), v.maxLength(128, '密码最多 128 个字符')),
  }),
  v.forward(
    v.partialCheck([['password'], ['confirm']], ({ password, confirm }) => password === confirm, PASSWORDS_DIFFER),
    ['confirm'],
  ),
)

export const setup = group('setup', {
  steps: {
    method: 'GET',
    path: '/field/v1/setup',
    encoding: 'query',
    access: 'gov2',
    effect: false,
    input: v.object({}),
    output: v.array(v.object({ step: v.picklist(SETUP_STEPS), isDone: v.boolean() })),
    summary: '接入一个城市的各个步骤是否已完成，按先后顺序；由数据判断，不必登记。',
  },
  first: {
    method: 'POST',
    path: '/field/v1/setup/first',
    encoding: 'json',
    access: 'public',
    effect: true,
    input: firstAccount,
    output: nothing,
    errors: [403, 409],
    success: '已创建',
    summary: '数据库中无账号时，凭服务启动时显示的首次使用码创建总队和第一个账号；已有账号时返回 409。',
  },
})

export type SetupState = OutputOf<typeof setup.steps>
