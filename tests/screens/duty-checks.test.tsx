import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { dutyCheck } from '#contract/duty-check.ts'
import { dutyContact } from '#contract/duty-contact.ts'
import { type AlarmScene, alarmScene } from '../support/alarm-scene.ts'
import { deliver } from '../support/alert-time.ts'
import { screenTests } from '../support/render-app.tsx'
import { onPhone } from '../support/window-width.ts'

const { t, signIn } = await screenTests()
let scene: AlarmScene
let name: string

beforeEach(async () => {
  scene = await alarmScene(t)
  for (const table of ['duty_check', 'duty_check_plan', 'duty_contact'])
    await t.db.execute(sql.raw(`delete from ${table}`))
  await scene.send('unit01', dutyContact.save, { rank: 1, name: '王一', phone: '13700000001' })
  const { rows } = await t.db.execute<{ name: string }>(sql`select name from building where id = ${scene.id}`)
  name = rows[0]!.name
})

async function openChecks(account: string, door = '/login') {
  const app = await signIn(account, door)
  const menu = within(await screen.findByRole('navigation', { name: '主菜单' }))
  await app.user.click(menu.getByRole('link', { name: '查岗' }))
  return { ...app, section: within(await screen.findByRole('region', { name: '查岗' })) }
}

test('the authority asks a building and sees the answer of the unit', async () => {
  const { user, section } = await openChecks('jingan', '/loginxf')
  expect(await section.findByText('暂无查岗记录')).toBeVisible()
  await user.click(section.getByRole('button', { name: '查岗' }))
  const dialog = within(await screen.findByRole('dialog', { name: '查岗' }))
  await user.click(dialog.getByRole('button', { name: '发出查岗' }))
  expect(await dialog.findByText('请选择建筑或单位')).toBeVisible()
  await user.type(dialog.getByRole('searchbox', { name: '搜索建筑名称或地址' }), name)
  await user.click(await dialog.findByRole('checkbox', { name }))
  await user.clear(dialog.getByLabelText('应答时限（分钟）'))
  await user.type(dialog.getByLabelText('应答时限（分钟）'), '99')
  await user.click(dialog.getByRole('button', { name: '发出查岗' }))
  await waitFor(() =>
    expect(dialog.getByLabelText('应答时限（分钟）')).toHaveAccessibleDescription('应答时限应为 1 至 60 分钟'),
  )
  await user.clear(dialog.getByLabelText('应答时限（分钟）'))
  await user.type(dialog.getByLabelText('应答时限（分钟）'), '5')
  await user.click(dialog.getByRole('button', { name: '发出查岗' }))
  expect(await screen.findByText(/已向 1 栋建筑的 \d 人发出查岗/)).toBeVisible()
  const table = within(await screen.findByRole('table', { name: '查岗结果' }))
  expect(await table.findByText('等待应答')).toBeVisible()

  const { list } = (await scene.send('unit01', dutyCheck.list, {})).data as unknown as { list: [{ id: string }] }
  t.clock.pass(65_000)
  await scene.send('unit01', dutyCheck.answer, { ids: [list[0].id] })
  await user.click(section.getByRole('radio', { name: /^已应答/ }))
  expect(await section.findByText('1 分 5 秒')).toBeVisible()
  expect(await section.findByText(/应答用时中位数 1 分 5 秒/)).toBeVisible()
  await user.click(section.getByRole('radio', { name: '未应答 0' }))
  expect(await section.findByText('没有符合条件的查岗')).toBeVisible()
})

test('a unit chosen before another search is not asked', async () => {
  const { user, section } = await openChecks('jingan', '/loginxf')
  await section.findByText('暂无查岗记录')
  await user.click(section.getByRole('button', { name: '查岗' }))
  const dialog = within(await screen.findByRole('dialog', { name: '查岗' }))
  await user.click(dialog.getByRole('radio', { name: '按单位' }))
  const choice = await dialog.findByRole<HTMLSelectElement>('combobox', { name: /^单位名称/ })
  await user.selectOptions(choice, choice.options[1]!.value)
  expect(choice).not.toHaveValue('')
  await user.type(dialog.getByRole('searchbox', { name: '搜索单位名称' }), '没有这家单位')
  await dialog.findByText('没有符合条件的单位')
  await user.click(dialog.getByRole('button', { name: '发出查岗' }))
  expect(await dialog.findByText('请选择单位')).toBeVisible()
  expect((await t.db.execute(sql`select id from duty_check`)).rows).toEqual([])
})

test('a plan is added, changed and deleted', async () => {
  const { user, section } = await openChecks('jingan', '/loginxf')
  await section.findByText('暂无查岗记录')
  await user.click(section.getByRole('button', { name: '定时查岗' }))
  await screen.findByText('暂无定时查岗')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '新增' }))
  let form = within(await screen.findByRole('dialog', { name: '新增定时查岗' }))
  await user.click(form.getByRole('button', { name: '保存' }))
  expect(await form.findByText('请选择建筑')).toBeVisible()
  await user.click((await form.findAllByRole('checkbox'))[0]!)
  await user.selectOptions(form.getByLabelText('间隔'), '60')
  await user.click(form.getByRole('button', { name: '保存' }))
  expect(await screen.findByText(/每 60 分钟一次，限 10 分钟应答/)).toBeVisible()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '修改' }))
  form = within(await screen.findByRole('dialog', { name: '修改定时查岗' }))
  await user.selectOptions(form.getByLabelText('间隔'), '30')
  await user.click(form.getByRole('button', { name: '保存' }))
  expect(await screen.findByText(/每 30 分钟一次/)).toBeVisible()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '删除' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
  expect(await screen.findByText('暂无定时查岗')).toBeVisible()
  expect((await t.db.execute(sql`select 1 from duty_check_plan`)).rows).toEqual([])
})

test('the unit is asked on whatever page or dialog it has open, and answers there', async () => {
  await scene.send('jingan', dutyCheck.ask, { buildingIds: [String(scene.id)] })
  const { user } = await signIn('unit01')
  await screen.findByRole('alert', { name: '查岗' })
  await user.click(screen.getByRole('button', { name: '搜索' }))
  await screen.findByRole('dialog')
  const prompt = within(screen.getByRole('alert', { name: '查岗' }))
  expect(prompt.getByText(new RegExp(`^${name}.*前应答$`))).toBeVisible()
  await user.click(prompt.getByRole('button', { name: '在岗' }))
  await waitFor(() => expect(screen.queryByRole('alert', { name: '查岗' })).toBeNull())
  expect(screen.getByRole('dialog')).toBeInTheDocument()
  const { rows } = await t.db.execute(sql`select answered_at is not null as answered from duty_check`)
  expect(rows).toEqual([{ answered: true }])
})

test('two organs that ask about one building are both named, with the earlier deadline', async () => {
  const buildingIds = [String(scene.id)]
  await scene.send('zhidui', dutyCheck.ask, { buildingIds, answerMinutes: 5 })
  await scene.send('jingan', dutyCheck.ask, { buildingIds, answerMinutes: 20 })
  const { list } = (await scene.send('unit01', dutyCheck.list, { state: 'waiting' })).data as unknown as {
    list: [{ askedBy: string; dueTime: string }, { askedBy: string; dueTime: string }]
  }
  const [later, sooner] = list
  expect(sooner.dueTime < later.dueTime).toBe(true)
  await signIn('unit01')
  const prompt = within(await screen.findByRole('alert', { name: '查岗' }))
  expect(prompt.getByText(`${later.askedBy}、${sooner.askedBy}查岗`)).toBeVisible()
  expect(prompt.getByText(`${name}，请在 ${sooner.dueTime.slice(11, 16)} 前应答`)).toBeVisible()
})

test('a unit without records sees whom a check reaches, and sends a test', async () => {
  const { rows } = await t.db.execute<{ id: string; name: string }>(sql`
    select c.id::text as id, b.name from duty_contact c, building b where b.id = ${scene.id}`)
  await scene.send('unit01', dutyContact.save, {
    id: rows[0]!.id,
    rank: 1,
    name: '王一',
    phone: '13700000001',
    buildingIds: [String(scene.id)],
    hoursFrom: '08:00',
    hoursTo: '20:00',
  })
  const { user, section } = await openChecks('unit01')
  const row = within((await section.findByText('1. 王一')).closest('li')!)
  expect(row.getByText(`${rows[0]!.name} · 08:00 至 20:00`)).toBeVisible()
  expect(section.getByText('1 位联系人未测试，可能收不到查岗')).toBeVisible()
  expect(row.getByRole('link', { name: '绑定手机：王一' })).toHaveAttribute('href', '/dutyContacts')
  expect(section.getByRole('link', { name: '管理联系人' })).toHaveAttribute('href', '/dutyContacts')
  expect(section.getByText('查岗规则').closest('details')).toHaveAttribute('open')
  await user.click(row.getByRole('button', { name: '发送测试：王一' }))
  expect(await screen.findByText('测试通知已提交')).toBeVisible()
  expect(await row.findByText('测试发送中 · 未绑定')).toBeVisible()
  await deliver(t, 'sms')
  expect(await row.findByText(/已测试$/, {}, { timeout: 15_000 })).toBeVisible()
  const latest = within(await section.findByRole('region', { name: '最近的通知' }, { timeout: 15_000 }))
  await waitFor(() => expect(latest.getAllByRole('listitem')[0]).toHaveTextContent(/王一 137\*\*\*\*0001.*测试/))
})

const fourContacts = () =>
  t.db.execute(sql`
    insert into duty_contact (unit_id, rank, name, phone, created_at, modified_at)
    select a.unit_id, n, '李' || n, '1370000000' || n, now(), now() from account a, generate_series(2, 4) n
    where a.account = 'unit01'`)

test('every contact has its state, apart from its acts', async () => {
  await fourContacts()
  const { section } = await openChecks('unit01')
  expect((await section.findByText('查岗规则')).closest('details')).toHaveAttribute('open')
  expect(section.getByText('先逐个绑定手机，再测试。')).toBeVisible()
  expect(section.getByText('4 位联系人均未测试，也收不到推送')).toBeVisible()
  expect(section.getAllByText('未测试 · 未绑定')).toHaveLength(4)
  expect(section.getAllByText(/收不到推送/)).toHaveLength(1)
})

test('on a phone the contacts with their state come first, the rules are folded below them', async () => {
  await fourContacts()
  onPhone()
  const { router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '底部菜单' })
  await router.navigate({ to: '/dutyChecks' })
  const section = within(await screen.findByRole('region', { name: '查岗' }))
  const none = await section.findByRole('heading', { name: '暂无查岗记录' })
  const rules = section.getByText('查岗规则').closest('details')!
  expect(rules).not.toHaveAttribute('open')
  expect(none.compareDocumentPosition(rules)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const states = section.getAllByText('未测试 · 未绑定')
  expect(states).toHaveLength(4)
  expect(rules.compareDocumentPosition(states[0]!)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
})
