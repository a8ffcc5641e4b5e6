import { screen, waitFor } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { dutyCheck } from '#contract/duty-check.ts'
import { dutyContact } from '#contract/duty-contact.ts'
import { boundEndpoint } from '#app/lib/bound-device.ts'
import { returnTo } from '#app/session/return-to.ts'
import { type AlarmScene, alarmScene } from '../support/alarm-scene.ts'
import { work } from '../support/alert-time.ts'
import { pushBrowser } from '../support/push-service.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, open } = await screenTests()
let scene: AlarmScene

beforeAll(async () => void (await t.db.execute(sql`delete from alarm_step`)))
beforeEach(async () => {
  scene = await alarmScene(t)
  t.alerted.length = 0
  await t.db.execute(sql`delete from duty_contact`)
  await t.db.execute(sql`update building set building_type = 1 where id = ${scene.id}`)
  await t.db.execute(sql`delete from building_unit where building_id = ${scene.id} and unit_id not in
    (select unit_id from account where account = 'unit01')`)
  await scene.send('unit01', dutyContact.save, { rank: 1, name: '王一', phone: '13700000001' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const pathIn = (kind: 'a' | 'c') => new URL(t.alerted.findLast(({ link }) => link.includes(`/${kind}/`))!.link).pathname

describe('the link of an alarm message', () => {
  test('leads a person without an account from the alarm to his verdict', async () => {
    await scene.fire()
    await work(t)
    const { user } = await open(pathIn('a'))
    const { buildingName } = await scene.open('zongdui')
    expect(await screen.findByRole('heading', { name: buildingName! })).toBeVisible()
    expect(screen.getByRole('link', { name: '拨打 119' })).toHaveAttribute('href', 'tel:119')
    expect(await scene.open('zongdui')).toMatchObject({ state: 'new' })
    await user.click(screen.getByRole('button', { name: '我去看' }))
    expect(await screen.findByText(/已登记：由王一前往核实/)).toBeVisible()
    await user.click(screen.getByRole('radio', { name: '误报' }))
    await user.click(screen.getByRole('radio', { name: '施工作业' }))
    await user.click(screen.getByRole('button', { name: '确认为误报' }))
    expect(await screen.findByText(/王一 已确认为误报/)).toBeVisible()
    expect(screen.queryByRole('button', { name: '我去看' })).toBeNull()
    expect(await scene.list('zongdui')).toMatchObject([{ verdict: 1, ackBy: '王一' }])
  })

  test('that is unknown says so and offers no act', async () => {
    await open('/a/00000000000')
    expect(await screen.findByRole('heading', { name: '火警短信链接已失效' })).toBeVisible()
    expect(screen.getByRole('link', { name: '社会单位登录后确认' })).toHaveAttribute('href', '/login')
    expect(screen.getByRole('link', { name: '现场有火，先拨打 119' })).toHaveAttribute('href', 'tel:119')
    expect(screen.queryByRole('button', { name: '我去看' })).toBeNull()
  })
})

test.each([
  ['/a/000', '链接不完整', '/alarms', ['社会单位登录后确认', '消防救援机构登录后确认']],
  [`/b/${'0'.repeat(43)}`, '二维码已失效', '/dutyContacts', ['已有账号，登录后绑定']],
  ['/c/00000000000', '查岗链接已失效', '/dutyChecks', ['登录后补答']],
])('the dead link %s says its state, offers support and sign-ins that lead on', async (path, title, goal, doors) => {
  const { user } = await open(path)
  expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeVisible()
  const signIns = screen.getAllByRole('link', { name: /登录后/ })
  expect(signIns.map(({ textContent }) => textContent)).toEqual(doors)
  expect(signIns.map((one) => one.getAttribute('href'))).toEqual(['/login', '/loginxf'].slice(0, doors.length))
  expect(await screen.findByRole('link', { name: /^技术支持 / })).toBeVisible()
  const leads = screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(leads.indexOf('现场有火，先拨打 119')).toBe(path.startsWith('/a') ? 0 : -1)
  returnTo.write(null)
  await user.click(signIns[signIns.length - 1]!)
  expect(returnTo.read()).toBe(goal)
})

test('the dead link of a phone names the act under which its code is made', async () => {
  await open(`/b/${'0'.repeat(43)}`)
  expect(
    await screen.findByText(/^请向发码人重新索取，在“值班联系人 › 绑定手机”生成，新码 24\s小时内有效$/),
  ).toBeVisible()
  expect(screen.getByText('短信和电话通知不受影响')).toBeVisible()
})

test('a scanned plate says to call 119 first', async () => {
  await open('/pack/2003')
  expect(await screen.findByRole('link', { name: '现场有火，先拨打 119' })).toHaveAttribute('href', 'tel:119')
  expect(screen.getAllByRole('link')[0]).toHaveAttribute('href', 'tel:119')
})

test('the link of a duty check is answered with one tap', async () => {
  await scene.send('jingan', dutyCheck.ask, { buildingIds: [String(scene.id)] })
  await work(t)
  const { user } = await open(pathIn('c'))
  await user.click(await screen.findByRole('button', { name: '在岗' }))
  expect(await screen.findByText(/已应答：.*王一/)).toBeVisible()
  expect(screen.queryByRole('button', { name: '在岗' })).toBeNull()
})

describe('the link for binding a phone', () => {
  const bindPath = async () => {
    const { data } = await scene.send('unit01', dutyContact.list, {})
    const [{ id }] = (data as { list: [{ id: string }] }).list
    return `/b/${((await scene.send('unit01', dutyContact.bindLink, { id })).data as { token: string }).token}`
  }

  /** That happy-dom lacks. */
  function browserWithPush(permission: 'granted' | 'denied') {
    const { subscription } = pushBrowser('https://push.example.com', 'own')
    const { endpoint, ...keys } = subscription
    const own = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true }
    const pushManager = { subscribe: async () => own, getSubscription: async () => null }
    const registration = { pushManager }
    const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration }
    vi.stubGlobal('PushManager', Object)
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => permission })
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
    return endpoint
  }

  test('binds this browser for the contact, who needs no account', async () => {
    const endpoint = browserWithPush('granted')
    const { user } = await open(await bindPath())
    expect(await screen.findByRole('heading', { name: '王一' })).toBeVisible()
    await user.click(await screen.findByRole('button', { name: '允许通知并绑定' }))
    expect(await screen.findByText(/已绑定。测试通知正在发送到本机/)).toBeVisible()
    const { rows } = await t.db.execute(sql`select endpoint from contact_device`)
    expect(rows).toEqual([{ endpoint }])
    expect(boundEndpoint()).toBe(endpoint)
  })

  test('stays unused while the person refuses notifications', async () => {
    browserWithPush('denied')
    const path = await bindPath()
    const { user } = await open(path)
    await user.click(await screen.findByRole('button', { name: '允许通知并绑定' }))
    expect(await screen.findByText('没有通知权限，请在浏览器设置中允许')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: '允许通知并绑定' })).toBeEnabled())
    expect((await t.db.execute(sql`select 1 from bind_link`)).rows).toHaveLength(1)
  })

  test('says that its program is not downloaded yet, and binds at the next press', async () => {
    browserWithPush('granted')
    const register = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('503')).mockResolvedValue()
    Object.assign(navigator.serviceWorker, { getRegistration: () => Promise.resolve(), register })
    const { user } = await open(await bindPath())
    await user.click(await screen.findByRole('button', { name: '允许通知并绑定' }))
    expect(await screen.findByText('本机程序尚未下载完，请在信号好的地方重试')).toBeVisible()
    const press = screen.getByRole('button', { name: '允许通知并绑定' })
    await waitFor(() => expect(press).not.toHaveAttribute('aria-busy'))
    await user.click(press)
    expect(await screen.findByText(/已绑定。测试通知正在发送到本机/)).toBeVisible()
    expect(register).toHaveBeenCalledTimes(2)
  })

  test('says what to do in a browser without push, and that other ways remain', async () => {
    await open(await bindPath())
    expect(await screen.findByText(/本浏览器不支持推送.*短信和电话/)).toBeVisible()
    expect(screen.queryByRole('button', { name: '允许通知并绑定' })).toBeNull()
  })
})
