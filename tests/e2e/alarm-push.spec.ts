import type { BrowserContext, Page } from '@playwright/test'
import { PUSH_ORIGIN } from '../support/message-gateway.ts'
import { pushBrowser } from '../support/push-service.ts'
import { reportFire } from '../support/report-fire.ts'
import { deliver } from './deliver-push.ts'
import { everythingKept, untilControlled, untilKept } from './people.ts'
import { expect, row, type Scene, sheet, test } from './situation.ts'

const SHEET_MS = 1500
const IDLE_PAGE = '/manifest.webmanifest'

interface Message {
  readonly alarm: string
  readonly uid: string
  readonly title: string
  readonly detail?: { readonly buildingName: string }
}

interface Subscriber {
  readonly device: ReturnType<typeof pushBrowser>
  subscribe(): Promise<void>
}

/** Only a person's tap may open a window. */
const tap = (context: BrowserContext, action: string, times = 1): Promise<string[]> =>
  context.serviceWorkers()[0]!.evaluate(
    async ({ action: tapped, count }) => {
      const scope = globalThis as unknown as EventTarget & {
        readonly registration: ServiceWorkerRegistration
        readonly clients: object
        readonly NotificationEvent: new (type: string, init: { notification: Notification; action: string }) => Event
      }
      const [notification] = await scope.registration.getNotifications()
      if (!notification) throw new Error('no notification')
      const opened: string[] = []
      Object.defineProperty(scope.clients, 'openWindow', {
        configurable: true,
        value: async (url: string) => void opened.push(url),
      })
      const work: Promise<unknown>[] = []
      for (let at = 0; at < count; at += 1) {
        const event = new scope.NotificationEvent('notificationclick', { notification, action: tapped })
        Object.defineProperty(event, 'waitUntil', { value: (one: Promise<unknown>) => work.push(one) })
        scope.dispatchEvent(event)
      }
      await Promise.all(work)
      return opened
    },
    { action, count: times },
  )

const titles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return ((await registration?.getNotifications()) ?? []).map(({ title }) => title)
  })

const stored = async (page: Page): Promise<boolean> => (await everythingKept(page)).includes('alarm.one')

const withPush = test.extend<{ subscriber: Subscriber; alarmOf: (scene: Scene) => Promise<Message> }>({
  subscriber: async ({ context, sql, server }, use) => {
    // A server keeps the subscriptions of earlier tests.
    const device = pushBrowser(PUSH_ORIGIN, `own-${Date.now()}`)
    await context.grantPermissions(['notifications'], { origin: server.url })
    await use({
      device,
      async subscribe() {
        const { endpoint, p256dh, auth } = device.subscription
        await sql(
          `insert into push_subscription (endpoint, token_hash, p256dh, auth, told_at)
           select $1, s.token_hash, $2, $3, now() from session s join account a on a.id = s.account_id
           where a.account = 'unit01' and s.ended_at is null order by s.created_at desc limit 1`,
          [endpoint, p256dh, auth],
        )
      },
    })
  },

  alarmOf: async ({ server, gateway, subscriber }, use) => {
    await use(async (scene) => {
      await reportFire(server.url, scene)
      const own = new URL(subscriber.device.subscription.endpoint).pathname
      const sent = () => gateway.accepted.findLast(({ channel, to }) => channel === 'push' && to === own)
      await expect.poll(() => sent() !== undefined).toBe(true)
      const { body } = sent()!
      expect(body.length).toBeLessThanOrEqual(4096)
      return subscriber.device.read(body) as unknown as Message
    })
  },
})

async function seesSheet(phone: Page, scene: Scene): Promise<void> {
  await expect(sheet(phone)).toContainText(scene.name)
  await expect(sheet(phone).getByRole('region', { name: '现场情况' })).toBeInViewport()
}

const noteTime = (how: string, begun: number) =>
  console.log(
    `tap without a network, ${how}: sheet with data after ${Date.now() - begun} ms (promised: ${SHEET_MS} ms)`,
  )

const actsOf = `select act, verdict, by_name from alarm_act where alarm_id = $1 order by id`

async function takeWatch(page: Page, name: string): Promise<void> {
  await page.goto('/alarms')
  const more = page.getByRole('button', { name: '火警：更多' })
  await more.click()
  await page.getByRole('menuitem', { name: '登记值班员' }).click()
  await page.getByRole('textbox', { name: /^姓名/ }).fill(name)
  await page.getByRole('button', { name: '确定' }).click()
  await more.click()
  await expect(page.getByRole('menuitem', { name: `值班员 ${name}` })).toBeVisible()
  await page.keyboard.press('Escape')
}

test.use({ serviceWorkers: 'allow' })

withPush(
  'a notification brings its alarm: without a network its tap opens the sheet with data, and both actions arrive once',
  { tag: '@whole-browser' },
  async ({ page, context, scene, server, sql, enter, subscriber, alarmOf, officer }) => {
    await enter('/socialData')
    await untilKept(page)
    await takeWatch(page, '王五')
    await subscriber.subscribe()
    const message = await alarmOf(scene)
    expect(message.detail?.buildingName).toBe(scene.name)
    const blank = await context.newPage()
    await blank.goto(IDLE_PAGE)
    await server.stop()
    await context.setOffline(true)
    await page.close()
    await deliver(context, blank, server.url, message)
    await expect.poll(() => stored(blank)).toBe(true)
    const phone = await context.newPage()
    await blank.close()
    const begun = Date.now()
    const [opened] = await tap(context, '')
    expect(opened).toBe(`/alarms?id=${message.alarm}`)
    await phone.goto(`${server.url}${opened}`)
    await seesSheet(phone, scene)
    noteTime('app closed', begun)
    await phone.screenshot({ path: 'test-results/alarm-push.png' })

    await phone.goto(`${server.url}/socialData`)
    await expect(phone.getByRole('main')).toBeVisible()
    await deliver(context, phone, server.url, message)
    await expect.poll(() => titles(phone)).toEqual([message.title])
    const tapped = Date.now()
    expect(await tap(context, '')).toEqual([])
    await seesSheet(phone, scene)
    noteTime('tab open', tapped)
    await deliver(context, phone, server.url, message)
    await expect.poll(() => titles(phone)).toEqual([message.title])

    await tap(context, 'ack', 2)
    await expect.poll(() => titles(phone)).toEqual(['已保存在本机，联网后自动提交'])
    await server.start()
    await context.setOffline(false)
    const by_name = expect.stringMatching(/^王五（.+）$/)
    await expect.poll(() => sql(actsOf, [message.alarm])).toEqual([{ act: 'ack', verdict: null, by_name }])

    await deliver(context, phone, server.url, message)
    await expect.poll(() => titles(phone)).toEqual([message.title])
    await tap(context, 'false', 2)
    await expect.poll(() => titles(phone)).toEqual(['已确认误报'])
    const both = [
      { act: 'ack', verdict: null, by_name },
      { act: 'verdict', verdict: 1, by_name },
    ]
    expect(await sql(actsOf, [message.alarm])).toEqual(both)
    await deliver(context, phone, server.url, message)
    await expect.poll(() => titles(phone)).toEqual([message.title])
    await tap(context, 'false')
    expect(await sql(actsOf, [message.alarm])).toEqual(both)
    await officer.goto('/alarms')
    await expect(row(officer, scene)).toBeHidden()
  },
)

withPush(
  "another account's alarm is neither named nor stored, and its action without a session is not sent",
  { tag: '@whole-browser' },
  async ({ page, context, scene, server, sql, enter, subscriber, alarmOf }) => {
    await enter('/socialData')
    await untilControlled(page)
    await subscriber.subscribe()
    const message = await alarmOf(scene)
    const blank = await context.newPage()
    const detail = { ...message.detail!, id: message.alarm, buildingName: '别人的大厦' }
    await deliver(context, blank, server.url, { ...message, uid: '999999', detail })
    await expect.poll(() => titles(page)).toEqual(['火警通知'])
    expect(await everythingKept(page)).not.toContain('别人的大厦')
    await tap(context, 'ack')
    await expect.poll(() => titles(page)).toEqual(['登录已失效，未提交，请登录后处置'])
    expect(await sql(actsOf, [message.alarm])).toEqual([])
  },
)
