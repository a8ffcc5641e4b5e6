import { screen } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { turnPushOff, turnPushOn } from '#app/data/push.ts'
import { renewPush } from '#app/data/renew-push.ts'
import { ACCOUNT_PUSH } from '#app/lib/bound-device.ts'
import { readStored } from '#app/lib/storage.ts'
import { pushBrowser } from '../support/push-service.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, signIn } = await screenTests()

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
