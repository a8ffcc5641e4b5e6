import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, open, signIn } = await screenTests()

type Person = Awaited<ReturnType<typeof open>>['user']
type Texts = Readonly<Record<string, string>>

/** And the message expected there. */
type Row = readonly [typed: Texts, said: Texts]

interface FormTable {
  readonly form: string
  readonly labels: Readonly<Record<string, RegExp>>
  readonly send: string
  readonly endpoint: Endpoint
  readonly besides?: Texts
  readonly as?: string
  open(): Promise<Person>
  readonly rows: readonly Row[]
}

const STRICT = '密码长度8-16位，需包括数字、大小写字母和特殊符号'
const USUAL = '密码中必须包含字母、数字、符号，长度在8~20个字符'
const DIFFER = '两次输入密码不一致!'
const EMPTY = '密码不能为空'
const GOOD = 'Neu@2026fire'

const passwordLabels = { account: /^账号/, password: /^密码/, photographCode: /^验证码/ }
const phoneLabels = { phone: /^手机号/, checkCode: /^验证码/ }
const changeLabels = { oldPassword: /^旧密码/, newPassword: /^新密码/, confirmPassword: /^确认密码/ }

const passwordRows: Row[] = [
  [{}, { account: '请输入用户名', password: '请输入密码', photographCode: '请输入验证码' }],
  [{ account: 'unit01' }, { password: '请输入密码', photographCode: '请输入验证码' }],
  [{ account: '   ', password: 'x', photographCode: '0000' }, { account: '请输入用户名' }],
]
const phoneRows: Row[] = [
  [{}, { phone: '请输入手机号', checkCode: '请输入验证码' }],
  [{ phone: '1390000000', checkCode: '123456' }, { phone: '请输入正确的手机号!' }],
  [{ phone: '29000000000', checkCode: '123456' }, { phone: '请输入正确的手机号!' }],
  [{ phone: '139000000001' }, { phone: '请输入正确的手机号!', checkCode: '请输入验证码' }],
]
const owedRows: Row[] = [
  [{}, { oldPassword: '请输入旧密码', newPassword: EMPTY, confirmPassword: EMPTY }],
  [{ oldPassword: 'x', newPassword: GOOD, confirmPassword: 'Neu@2026' }, { confirmPassword: DIFFER }],
  [
    { oldPassword: 'x', newPassword: 'nouppercase-1', confirmPassword: 'nouppercase-1' },
    { newPassword: STRICT, confirmPassword: STRICT },
  ],
]
const atWillRows: Row[] = [
  [{}, { oldPassword: '请输入旧密码', newPassword: EMPTY, confirmPassword: EMPTY }],
  [{ oldPassword: 'x', newPassword: GOOD, confirmPassword: 'neu@2026fire' }, { confirmPassword: DIFFER }],
  [
    { oldPassword: 'x', newPassword: 'nosymbols1', confirmPassword: 'nosymbols1' },
    { newPassword: USUAL, confirmPassword: USUAL },
  ],
  [
    { oldPassword: 'x', newPassword: 'twenty-one-characters', confirmPassword: 'other' },
    { newPassword: USUAL, confirmPassword: DIFFER },
  ],
]
const recoveryRows: Row[] = [
  [{}, { password: EMPTY, confirmPassword: EMPTY }],
  [{ password: GOOD, confirmPassword: 'neu@2026fire' }, { confirmPassword: DIFFER }],
  [
    { password: 'Short1!', confirmPassword: 'Short1!' },
    { password: STRICT, confirmPassword: STRICT },
  ],
  [
    { password: 'Seventeen-chars-1', confirmPassword: '' },
    { password: STRICT, confirmPassword: EMPTY },
  ],
]

async function choosePhone(path: string) {
  const { user } = await open(path)
  await user.click(await screen.findByRole('tab', { name: '手机登录' }))
  await screen.findByLabelText(/^手机号/)
  return user
}

async function chooseRecovery(path: string) {
  const { user } = await open(path)
  await user.click(await screen.findByRole('button', { name: '忘记密码' }))
  await screen.findByRole('heading', { name: '找回密码' })
  return user
}

/** Each call needs an unused phone. */
async function proveRecovery(phone: string) {
  const user = await chooseRecovery('/login')
  await user.type(screen.getByLabelText(/^手机号/), phone)
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  await screen.findByText('已发送验证码，请查收')
  await user.type(screen.getByLabelText(/^验证码/), t.sent.at(-1)!.code)
  await user.click(screen.getByRole('button', { name: '下一步' }))
  await screen.findByRole('heading', { name: '设置新密码' })
  return user
}

async function openFromMenu(entry: string) {
  const { user } = await signIn('unit01')
  await user.click(await screen.findByRole('button', { name: /^账号/ }))
  await user.click(screen.getByRole('menuitem', { name: entry }))
  return user
}

const TABLE: readonly FormTable[] = [
  ...(['/login', '/loginxf', '/portal'] as const).flatMap((path): FormTable[] => [
    {
      form: `password sign-in on ${path}`,
      labels: passwordLabels,
      send: '登录',
      endpoint: path === '/portal' ? auth.unifiedSignIn : auth.signIn,
      besides: { photographToken: 'seen' },
      open: async () => {
        const { user } = await open(path)
        await screen.findByLabelText(/^账号/)
        return user
      },
      rows: passwordRows,
    },
    {
      form: `phone sign-in on ${path}`,
      labels: phoneLabels,
      send: '登录',
      endpoint: auth.unifiedSignIn,
      open: () => choosePhone(path),
      rows: phoneRows,
    },
    {
      form: `recovery, step 1, on ${path}`,
      labels: phoneLabels,
      send: '下一步',
      endpoint: auth.recover,
      open: () => chooseRecovery(path),
      rows: phoneRows,
    },
  ]),
  {
    form: 'recovery, step 2',
    labels: { password: /^新密码/, confirmPassword: /^确认密码/ },
    send: '完成',
    endpoint: auth.resetPassword,
    besides: { phone: '19900000012' },
    open: () => proveRecovery('19900000012'),
    rows: recoveryRows,
  },
  {
    form: 'the change a first sign-in owes',
    labels: changeLabels,
    send: '完成',
    endpoint: auth.changePassword,
    as: 'unitnew',
    open: async () => {
      const { user } = await signIn('unitnew')
      await screen.findByRole('heading', { name: '修改初始密码' })
      return user
    },
    rows: owedRows,
  },
  {
    form: 'the change at will',
    labels: changeLabels,
    send: '确定',
    endpoint: auth.changePassword,
    as: 'unit02',
    open: async () => {
      const user = await openFromMenu('修改密码')
      await screen.findByRole('heading', { name: '修改密码' })
      return user
    },
    rows: atWillRows,
  },
  {
    form: 'the key dialog',
    labels: { password: /^登录密码/ },
    send: '查看',
    endpoint: auth.revealSecret,
    as: 'unit02',
    open: async () => {
      const user = await openFromMenu('授权信息')
      await user.click(await screen.findByRole('button', { name: '显示密钥' }))
      return user
    },
    rows: [[{}, { password: '请输入密码' }]],
  },
]

/** A dialog covers the page. */
const place = () => within(screen.queryByRole('dialog') ?? document.body)

const sentences = (labels: FormTable['labels']) =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([name, label]) => {
      const field = place().getByLabelText(label)
      const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')
      return field.getAttribute('aria-invalid') === 'true' ? [[name, note?.textContent]] : []
    }),
  )

test.each(TABLE)('$form shows each message at its field, equal to the server’s', async (form) => {
  const user = await form.open()
  const asked = () => t.logged.filter((line) => line.includes(`"${form.endpoint.id}"`)).length
  const token = form.as ? await t.signIn(form.as) : null
  for (const [typed, said] of form.rows) {
    const before = asked()
    for (const [name, label] of Object.entries(form.labels)) {
      const field = place().getByLabelText(label)
      await user.clear(field)
      const text = typed[name]
      if (text) await user.type(field, text)
    }
    await user.click(place().getByRole('button', { name: form.send }))
    expect(sentences(form.labels)).toEqual(said)
    expect(place().getByLabelText(form.labels[Object.keys(said)[0]!]!)).toHaveFocus()
    expect(asked()).toBe(before)

    const empty = Object.fromEntries(Object.keys(form.labels).map((name) => [name, '']))
    const { body } = await t.call(form.endpoint, { ...empty, ...typed, ...form.besides } as never, token)
    expect(body.code).toBe(400)
    // It may stop at the first kind.
    expect(said).toMatchObject(body.errors as FieldErrors)
    expect(Object.keys(body.errors ?? {})).not.toHaveLength(0)
  }
})

test.each([
  ['', '请输入手机号'],
  ['12345', '请输入正确的手机号!'],
])('requesting a code with the phone "%s" shows an error at the phone and sends nothing', async (phone, said) => {
  const user = await choosePhone('/login')
  if (phone) await user.type(screen.getByLabelText(/^手机号/), phone)
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(screen.getByLabelText(/^手机号/)).toHaveAccessibleDescription(said)
  expect(screen.getByRole('button', { name: '获取验证码' })).toBeEnabled()
})
