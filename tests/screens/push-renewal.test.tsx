import { screen } from '@testing-library/react'
import { eq, sql } from 'drizzle-orm'
import { http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { push } from '#contract/push.ts'
import { turnPushOff, turnPushOn } from '#app/data/push.ts'
import { renewPush } from '#app/data/renew-push.ts'
import { ACCOUNT_PUSH } from '#app/lib/bound-device.ts'
import { readStored } from '#app/lib/storage.ts'
import { audit } from '#server/schema/audit.table.ts'
import { pushBrowser } from '../support/push-service.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

interface Options {
  readonly applicationServerKey: Uint8Array
}

function browser() {
  const made: string[] = []
  const state: { current: (PushSubscription & { readonly options: Options }) | null } = { current: null }
  const pushManager = {
    getSubscription: async () => state.current,
    async subscribe(options: Options) {
      const known = state.current?.options.applicationServerKey
      if (known && String(known) !== String(options.applicationServerKey))
        throw new DOMException('', 'InvalidStateError')
      if (state.current) return state.current
      const { endpoint, ...keys } = pushBrowser('https://push.example.com', `own-${made.length}`).subscription
      made.push(endpoint)
      const unsubscribe = async () => ((state.current = null), true)
      state.current = { endpoint, options, toJSON: () => ({ endpoint, keys }), unsubscribe } as never
      return state.current
    },
  }
  const registration = { pushManager, getNotifications: async () => [] }
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration }
  vi.stubGlobal('PushManager', Object)
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  return { made, state }
}

const stored = async () => {
  const { rows } = await t.db.execute<{ endpoint: string }>(sql`select endpoint from push_subscription order by 1`)
  return rows.map(({ endpoint }) => endpoint)
}

afterEach(async () => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  await t.db.execute(sql`delete from push_subscription`)
})

async function subscribed() {
  const own = browser()
  await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  await turnPushOn()
  expect(await stored()).toEqual(own.made)
  return own
}

test('a subscription that browser or server lost is back at the next start', async () => {
  const { made, state } = await subscribed()
  await t.db.execute(sql`delete from push_subscription`)
  await renewPush()
  expect(await stored()).toEqual(made)
  state.current = null
  await renewPush()
  expect(made).toHaveLength(2)
  expect(await stored()).toEqual(made)
})

test('an unchanged subscription is renewed without a row in the audit', async () => {
  await subscribed()
  const audited = () => t.db.$count(audit, eq(audit.action, 'push.subscribe'))
  const before = await audited()
  await renewPush()
  expect(await audited()).toBe(before)
})

function gate() {
  const target = new EventTarget()
  const opened = new Promise((resolve) => target.addEventListener('open', resolve))
  return { opened, open: () => void target.dispatchEvent(new Event('open')) }
}

test.each(['before', 'after'] as const)('push turned off %s the key arrives at a renewal stays off', async (when) => {
  const { state } = await subscribed()
  const [asked, released] = [gate(), gate()]
  if (when === 'before')
    network.use(
      http.all(`*${push.key.path}`, async () => {
        asked.open()
        await released.opened
      }),
    )
  else {
    const registration = await navigator.serviceWorker.ready
    Object.defineProperty(navigator.serviceWorker, 'ready', {
      get() {
        asked.open()
        return released.opened.then(() => registration)
      },
    })
  }
  const renewed = renewPush().catch(() => undefined)
  await asked.opened
  await turnPushOff()
  released.open()
  await renewed
  expect([state.current, await stored()]).toEqual([null, []])
})

test('a subscription with a former key of the platform is replaced', async () => {
  const { made, state } = await subscribed()
  await t.db.execute(sql`delete from push_subscription`)
  Object.assign(state.current!, { options: { applicationServerKey: new Uint8Array([4, 1, 2]) } })
  await renewPush()
  expect(await stored()).toEqual([made[1]])
})

test('push that was turned off stays off', async () => {
  const { made } = await subscribed()
  await turnPushOff()
  expect(readStored(ACCOUNT_PUSH)).toBeUndefined()
  await renewPush()
  expect([made.length, await stored()]).toEqual([1, []])
})
