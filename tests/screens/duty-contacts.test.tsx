import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_POLICY } from '#contract/alarm-policy.ts'
import { deviceBind } from '#contract/device-bind.ts'
import { dutyContact } from '#contract/duty-contact.ts'
import { refuse } from '#mocks/faults.ts'
import { pushBrowser } from '../support/push-service.ts'
import { screenTests } from '../support/render-app.tsx'
import { onPhone } from '../support/window-width.ts'

const { t, network, signIn } = await screenTests()

beforeEach(async () => {
  await t.db.execute(sql`delete from duty_contact`)
  await t.db.execute(sql`
    insert into duty_contact (unit_id, rank, name, phone, created_at, modified_at)
    select unit_id, 1, '王一', '13700000001', now(), now() from account where account = 'unit01'`)
})

async function openContacts() {
  const app = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  app.router.history.push('/dutyContacts')
  return { ...app, section: within(await screen.findByRole('region', { name: '值班联系人' })) }
}

const line = (text: string) => (_: string, of: Element | null) =>
  of?.textContent === text && of.parentElement?.textContent !== text

const stored = async () =>
  (
    await t.db.execute(sql`
    select d.rank, d.name, d.phone, (select count(*)::int from duty_contact_building x where x.contact_id = d.id) as buildings
    from duty_contact d order by d.rank`)
  ).rows

test('a unit adds a contact for chosen buildings, after correcting the field in error', async () => {
  const { user, section } = await openContacts()
  await section.findByText(line('1. 王一 13700000001'))
  await user.click(section.getByRole('button', { name: '新增联系人' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新增值班联系人' }))
  await user.type(dialog.getByRole('textbox', { name: '姓名' }), '李二')
  await user.type(dialog.getByRole('textbox', { name: '手机号' }), '137')
  await user.click(dialog.getByRole('radio', { name: '指定建筑' }))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(await dialog.findByText('请选择建筑')).toHaveFocus()
  const [first, second] = await dialog.findAllByRole('checkbox')
  await user.click(first!)
  await user.click(second!)
  expect(dialog.getByText(/已选 2 栋/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(dialog.getByRole('textbox', { name: '手机号' })).toHaveAccessibleDescription(/手机号/))
  expect(dialog.getByRole('textbox', { name: '手机号' })).toHaveFocus()
  expect(await stored()).toHaveLength(1)
  await user.type(dialog.getByRole('textbox', { name: '手机号' }), '00000002')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(await section.findByText(line('2. 李二 13700000002'))).toBeVisible()
  const row = section.getByText(/等 2 栋 · 全天$/).closest('li')!
  expect(within(row).getByRole('button', { name: '绑定手机：李二' })).toBeVisible()
  expect(section.getByText('2 位联系人均未测试，也收不到推送')).toBeVisible()
  expect(section.getAllByText(/收不到推送/)).toHaveLength(1)
  expect(await stored()).toMatchObject([
    { buildings: 0 },
    { rank: 2, name: '李二', phone: '13700000002', buildings: 2 },
  ])
})

test('the head says after how long the next contact is called by default', async () => {
  const { section } = await openContacts()
  const said = (await section.findByText(/默认 \d+ 秒无人响应即通知下一位/)).textContent
  const seconds = Number(/\d+/.exec(said)![0])
  expect(DEFAULT_POLICY.slice(0, 3).map(({ after }) => after)).toEqual([0, seconds, 2 * seconds])
  const minutes = Number(/，(\d+)\s分钟无人响应通知区级值班联系人$/.exec(said)![1])
  const { after } = DEFAULT_POLICY.find(({ send }) => send.some(({ to }) => to === 'sms:district'))!
  expect(after).toBe(minutes * 60)
})

test('the order of calls is given in the head only; on a phone each contact has a call button', async () => {
  onPhone()
  await t.db.execute(sql`
    insert into duty_contact (unit_id, rank, name, phone, created_at, modified_at)
    select unit_id, 2, '李二', '13700000002', now(), now() from account where account = 'unit01'`)
  const { user, section } = await openContacts()
  expect(await section.findAllByText(/无人响应/)).toHaveLength(1)
  const call = await section.findByRole('link', { name: '呼叫 李二 13700000002' })
  expect(call).toHaveAttribute('href', 'tel:13700000002')
  expect(section.getAllByRole('link', { name: /^呼叫/ })).toHaveLength(2)
  await user.click(section.getByRole('button', { name: '李二：更多' }))
  expect(await screen.findByRole('menuitem', { name: '修改' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: '发送测试' })).toBeNull()
  await user.keyboard('{Escape}')
  expect(section.getByRole('button', { name: '绑定手机：李二' })).toBeVisible()
  await user.click(section.getByRole('button', { name: '发送测试：李二' }))
  expect(await screen.findByText('测试通知已提交')).toBeVisible()
})

test('a contact’s phone is bound by the code that is shown, listed, and unbound', async () => {
  const { user, section } = await openContacts()
  await user.click(await section.findByRole('button', { name: '绑定手机：王一' }))
  const dialog = within(await screen.findByRole('dialog', { name: '绑定王一的手机' }))
  expect(await dialog.findByRole('img', { name: '绑定手机的二维码' })).toBeVisible()
  const token = dialog.getByText(/\/b\//).textContent!.split('/b/')[1]!
  const { subscription } = pushBrowser('https://push.example.com', 'own')
  const { body } = await t.call(deviceBind.bind, { token, ...subscription, name: '安卓手机 Chrome' })
  expect(body.code).toBe(200)
  expect(await dialog.findByText(/已绑定：安卓手机 Chrome/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: '完成' }))
  await user.click(section.getByRole('button', { name: '王一：更多' }))
  expect(await screen.findByRole('menuitem', { name: '绑定手机' })).toBeVisible()
  await user.keyboard('{Escape}')
  const phones = within(await section.findByRole('list', { name: '王一绑定的手机' }))
  expect(phones.getByText(/绑定 · 尚无成功推送/)).toBeVisible()
  await user.click(phones.getByRole('button', { name: '解除绑定' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '解除绑定' }))
  await waitFor(() => expect(section.queryByRole('list', { name: '王一绑定的手机' })).toBeNull())
  expect((await t.db.execute(sql`select 1 from contact_device`)).rows).toEqual([])
})

test('a test message is recorded, and the last contact cannot be deleted', async () => {
  const { user, section } = await openContacts()
  await user.click(await section.findByRole('button', { name: '发送测试：王一' }))
  expect(await screen.findByText('测试通知已提交')).toBeVisible()
  expect(await section.findByRole('button', { name: '绑定手机：王一' })).toBeVisible()
  const ledger = within(await screen.findByRole('region', { name: '已发出的通知' }))
  expect(await ledger.findByText(/王一 137\*\*\*\*0001/, {}, { timeout: 15_000 })).toBeVisible()
  await user.click(section.getByRole('button', { name: '王一：更多' }))
  await user.click(await screen.findByRole('menuitem', { name: '删除' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
  expect(await screen.findByText('至少保留一位值班联系人，请先新增其他人')).toBeVisible()
})

test('a binding code that was not read is read again on request', async () => {
  const { user, section } = await openContacts()
  network.use(refuse(dutyContact.bindLink, 500))
  await user.click(await section.findByRole('button', { name: '绑定手机：王一' }))
  const dialog = within(await screen.findByRole('dialog', { name: '绑定王一的手机' }))
  const retry = await dialog.findByRole('button', { name: '重试' })
  network.resetHandlers()
  await user.click(retry)
  expect(await dialog.findByRole('img', { name: '绑定手机的二维码' })).toBeVisible()
})

test('deleting a contact names no next one where the others have buildings or hours', async () => {
  await t.db.execute(sql`
    insert into duty_contact (unit_id, rank, name, phone, hours_from, hours_to, created_at, modified_at)
    select unit_id, 2, '李二', '13700000002', 480, 1200, now(), now() from account where account = 'unit01'`)
  const { user, section } = await openContacts()
  await user.click(await section.findByRole('button', { name: '王一：更多' }))
  await user.click(await screen.findByRole('menuitem', { name: '删除' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('删除后火警按负责的建筑和时段通知其余联系人。')).toBeVisible()
  await user.click(question.getByRole('button', { name: '取消' }))
})

test('deleting the first contact names the next, who then is number one', async () => {
  await t.db.execute(sql`
    insert into duty_contact (unit_id, rank, name, phone, created_at, modified_at)
    select unit_id, 2, '李二', '13700000002', now(), now() from account where account = 'unit01'`)
  const { user, section } = await openContacts()
  await user.click(await section.findByRole('button', { name: '王一：更多' }))
  await user.click(await screen.findByRole('menuitem', { name: '删除' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('删除后火警先通知李二。')).toBeVisible()
  await user.click(question.getByRole('button', { name: '取消' }))
  expect(await stored()).toHaveLength(2)
  await user.click(section.getByRole('button', { name: '王一：更多' }))
  await user.click(await screen.findByRole('menuitem', { name: '删除' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
  expect(await section.findByText(line('1. 李二 13700000002'))).toBeVisible()
})
