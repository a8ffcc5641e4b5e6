import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dutyContact } from '#contract/duty-contact.ts'
import { screenTests } from '../support/render-app.tsx'
import { windowWidth } from '../support/window-width.ts'

const { t, signIn } = await screenTests()
const size = windowWidth(true)

test('creating an account leads to the next authority without one, and counts the remaining ones', async () => {
  const { user, router } = await signIn('zhidui', '/loginxf')
  await waitFor(() => expect(router.state.location.pathname).toBe('/fireDepData'))
  await router.navigate({ to: '/organList' })
  const without = async () => (await screen.findAllByRole('button', { name: /^创建账号，/ })).map(nameOf)
  const nameOf = (button: HTMLElement) => button.getAttribute('aria-label')!.slice('创建账号，'.length)
  const [first, second, ...others] = await without()
  await user.click(screen.getByRole('button', { name: `创建账号，${first}` }))
  const left = others.length + 2
  const dialog = within(await screen.findByRole('dialog', { name: `创建账号（${left} 个机构待创建）` }))
  expect(dialog.getByText(first!)).toBeVisible()
  fireEvent.change(dialog.getByLabelText(/^使用人/), { target: { value: '王一' } })
  const account = `qu-${Date.now()}`
  fireEvent.change(dialog.getByLabelText(/^账号/), { target: { value: account } })
  await user.click(dialog.getByRole('button', { name: '创建' }))
  const told = within(await screen.findByRole('dialog', { name: '一次性密码' }))
  const password = told.getByText(/^\S{12}$/).textContent
  expect(told.getByRole('button', { name: '我已记下' })).toBeVisible()
  await user.click(told.getByRole('button', { name: /^下一个：/ }))
  const next = within(await screen.findByRole('dialog', { name: `创建账号（${left - 1} 个机构待创建）` }))
  expect(next.getByText(second!)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '一次性密码' })).toBeNull())
  expect(await t.signIn(account, password)).toEqual(expect.any(String))
})

test('the head says how many districts have no duty contact, and begins with the account of the first', async () => {
  const { user, router } = await signIn('zhidui', '/loginxf')
  await waitFor(() => expect(router.state.location.pathname).toBe('/fireDepData'))
  await router.navigate({ to: '/organList' })
  expect(await screen.findByText(/^\d+ 个区无值班联系人$/)).toBeVisible()
  const [first] = await screen.findAllByRole('button', { name: /^创建账号，/ })
  await user.click(screen.getByRole('button', { name: '逐个创建账号' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^创建账号（\d+ 个机构待创建）$/ }))
  expect(dialog.getByText(first!.getAttribute('aria-label')!.slice('创建账号，'.length))).toBeVisible()
})

test('the fires of a district lead to a list of exactly these', async () => {
  const { user, router } = await signIn('zhidui', '/loginxf')
  await waitFor(() => expect(router.state.location.pathname).toBe('/fireDepData'))
  await router.navigate({ to: '/organList' })
  const [link] = await screen.findAllByRole('link', { name: /^火警 ?\d+ ?，.+支队$/ })
  const heads = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(heads).toEqual([
    expect.stringMatching(/^有火警 \d+ 个 · 火警多的在前$/),
    expect.stringMatching(/^没有火警 \d+ 个$/),
    '总队和国家局',
  ])
  const count = Number(/\d+/.exec(link!.textContent!)![0])
  await user.click(link!)
  await waitFor(() => expect(router.state.location.pathname).toBe('/alarms'))
  expect(router.state.location.search).toMatchObject({ county: expect.stringMatching(/^\d{6}$/) })
  const list = within(await screen.findByRole('region', { name: '火警列表' }))
  expect(await list.findByRole('button', { name: '查看全市火警' })).toBeVisible()
  await waitFor(() =>
    expect(within(list.getByRole('list', { name: '未结束的火警' })).getAllByRole('link')).toHaveLength(count),
  )
})

test('on a phone the fires of a district are apart from its facts', async () => {
  size.isWide = false
  const { router } = await signIn('zhidui', '/loginxf')
  await waitFor(() => expect(router.state.location.pathname).toBe('/fireDepData'))
  await router.navigate({ to: '/organList' })
  const links = await screen.findAllByRole('link', { name: /^火警 ?\d+ ?，.+支队$/ })
  for (const link of links) {
    const facts = link.closest('tr')!.querySelector('.row-head')
    expect(facts).toHaveTextContent(/支队/)
    expect(facts).not.toHaveTextContent(/火警/)
  }
})

test('on a phone districts say whether they have a duty contact, and the notice keeps the consequence', async () => {
  size.isWide = false
  await t.call(dutyContact.save, { rank: 1, name: '王一', phone: '13700000001' }, await t.signIn('jingan'))
  const { router } = await signIn('zhidui', '/loginxf')
  await waitFor(() => expect(router.state.location.pathname).toBe('/fireDepData'))
  await router.navigate({ to: '/organList' })
  expect(await screen.findAllByText('值班联系人已登记')).toHaveLength(1)
  expect(screen.getByText(/^火警超时后直接通知总队/)).toBeVisible()
  const lacking = await screen.findAllByText('无值班联系人', { selector: '.row-head *' })
  expect(lacking.map((one) => one.closest('.row-head')!.textContent)).toContainEqual(
    expect.stringMatching(/支队无账号.*无值班联系人$/),
  )
})
