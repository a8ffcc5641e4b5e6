import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { cut } from '#mocks/faults.ts'
import { screenTests } from '../support/render-app.tsx'
import { SITE } from '../support/api-context.ts'

const { t, network, open, signIn } = await screenTests()

test('an empty form shows an error at each required field, and sends no request', async () => {
  const { user } = await open('/login')
  await user.click(await screen.findByRole('button', { name: '登录' }))
  for (const [label, text] of [
    [/^账号/, '请输入用户名'],
    [/^密码/, '请输入密码'],
    [/^验证码/, '请输入验证码'],
  ] as const) {
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text)
  }
  expect(t.logged.filter((line) => line.includes('auth.signIn'))).toHaveLength(0)
})

test('a wrong password shows one message and a new captcha with an empty field', async () => {
  const { user } = await open('/login')
  const first = ((await screen.findByAltText('图形验证码')) as HTMLImageElement).src
  await user.type(screen.getByLabelText(/^账号/), 'unit01')
  await user.type(screen.getByLabelText(/^密码/), 'Wrong@1234')
  await user.type(screen.getByLabelText(/^验证码/), '0000')
  await user.click(screen.getByRole('button', { name: '登录' }))
  expect(await screen.findByText('账号或密码错误，请核对；忘记密码请点击“忘记密码”')).toBeVisible()
  expect(screen.getByLabelText(/^验证码/)).toHaveValue('')
  expect(screen.getByLabelText(/^账号/)).toHaveValue('unit01')
  await waitFor(() => expect(t.logged.filter((line) => line.includes('auth.picture')).length).toBeGreaterThan(1))
  expect(first).toContain('data:image/png')
})

test.each(['/login', '/loginxf', '/provider'])(
  '%s says whom to call, and leads to the other entrances and to the portal, which says so too',
  async (path) => {
    const { user } = await open(path)
    expect(await screen.findByRole('link', { name: '选择登录入口' })).toHaveAttribute('href', '/selectSys')
    if (path !== '/provider') await user.click(screen.getByRole('button', { name: '技术支持' }))
    const line = await screen.findByRole('link', { name: `技术支持 ${SITE.support.line}` })
    expect(line).toHaveAttribute('href', `tel:${SITE.support.line}`)
    await user.click(screen.getByRole('link', { name: '返回首页' }))
    await waitFor(() => expect(line).not.toBeInTheDocument())
    expect(await screen.findByRole('link', { name: `技术支持 ${SITE.support.line}` })).toHaveAttribute(
      'href',
      `tel:${SITE.support.line}`,
    )
  },
)

test('a unit signs in to its dashboard, the authority to its own', async () => {
  const unit = await signIn('unit01')
  expect(await screen.findByRole('heading', { name: '首页', level: 1 })).toBeVisible()
  expect(unit.router.state.location.pathname).toBe('/socialData')
})

test('the authority signs in to the overview and has no unit menu', async () => {
  const { router } = await signIn('zhidui', '/loginxf')
  await waitFor(() => expect(router.state.location.pathname).toBe('/fireDepData'))
  expect(screen.getAllByRole('link', { name: '接入概览' }).length).toBeGreaterThan(0)
  expect(screen.queryByRole('link', { name: '首页' })).toBeNull()
  await waitFor(() => expect(screen.getByText('点位总数')).toBeVisible())
  expect(screen.queryByRole('region', { name: '消防设施问题' })).toBeNull()
  expect(screen.queryByText(/没有权限/)).toBeNull()
  expect(document.title).toBe('接入概览 - 消防物联网数据对接平台')
})

test('offline the form keeps its input and shows the reason', async () => {
  const { user } = await open('/login')
  await screen.findByAltText('图形验证码')
  network.use(cut())
  await user.type(screen.getByLabelText(/^账号/), 'unit01')
  await user.type(screen.getByLabelText(/^密码/), 'Fire@119demo')
  await user.type(screen.getByLabelText(/^验证码/), '0000')
  await user.click(screen.getByRole('button', { name: '登录' }))
  expect(await screen.findByText('服务连接出错，请稍后再试！')).toBeVisible()
  expect(screen.getByLabelText(/^密码/)).toHaveValue('Fire@119demo')
})

test('a user whose account signs in elsewhere gets a message and starts again', async () => {
  const { router, client } = await signIn('unit01')
  await screen.findByRole('heading', { name: '首页', level: 1 })
  await t.signIn('unit01')
  await client.invalidateQueries()
  await waitFor(() => expect(router.state.location.pathname).toBe('/portal'))
  // Also on the next page.
  const notice = await screen.findByText('您的账号已在其他设备登录!')
  expect(notice).toHaveAttribute('role', 'alert')
  expect(screen.getByRole('region', { name: '用户登录' })).toContainElement(notice)
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/unit01|Headers|UserInfo/)
  await router.navigate({ to: '/login' })
  await screen.findByRole('heading', { name: '社会单位登录' })
  expect(await within(screen.getByRole('main')).findByText('您的账号已在其他设备登录!')).toBeVisible()
  expect(t.logged.some((line) => line.includes(auth.detail.id))).toBe(true)
})
