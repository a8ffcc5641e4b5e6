import type { Page } from '@playwright/test'
import { reportFire } from '../support/report-fire.ts'
import { untilKept } from './people.ts'
import { expect, sheet, test } from './situation.ts'
import { toWorker } from './worker-events.ts'

const IDLE_PAGE = '/manifest.webmanifest'
const HOURS_MS = 2 * 3600_000

interface Kept {
  readonly times: number
  readonly bytes: number
  readonly openAlarmsAt: number
}

const kept = (page: Page, change: { readonly ageMs?: number; readonly bytes?: number } = {}): Promise<Kept> =>
  page.evaluate(async ({ ageMs = 0, bytes }) => {
    const all = (await indexedDB.databases()).map(({ name = '' }) => name)
    const within = async (database: string, store: string, work: (store: IDBObjectStore) => Promise<unknown>) => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(database)
        opening.addEventListener('success', () => resolve(opening.result))
      })
      const result = await work(db.transaction(store, 'readwrite').objectStore(store))
      db.close()
      return result
    }
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)))

    const state = (await within('fire-worker', 'values', async (store) => {
      const key = (await done(store.getAllKeys())).find((one) => String(one).startsWith('refresh:'))
      const found = key === undefined ? undefined : ((await done(store.get(key))) as { bytes: number })
      if (found && bytes !== undefined) await done(store.put({ ...found, bytes }, key))
      return found
    })) as { times: number; bytes: number } | undefined
    const answers = all.find((name) => /^fire-read-[0-9a-z]+$/.test(name)) ?? ''
    const at = (await within(answers, 'answers', async (store) => {
      const rows = (await done(store.getAll())) as { hash: string; at: number; json: string }[]
      for (const row of ageMs > 0 ? rows : []) {
        const query = JSON.parse(row.json) as { state: { dataUpdatedAt: number } }
        query.state.dataUpdatedAt -= ageMs
        await done(store.put({ ...row, at: row.at - ageMs, json: JSON.stringify(query) }, row.hash))
      }
      return rows.find(({ hash }) => hash.includes('alarm.list') && hash.includes('"open":1'))?.at ?? 0
    })) as number
    return { times: state?.times ?? 0, bytes: bytes ?? state?.bytes ?? 0, openAlarmsAt: at }
  }, change)

const time = (ms: number) =>
  new Date(ms).toLocaleTimeString('zh-CN', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' })

test.use({ serviceWorkers: 'allow' })

test('with the app closed the worker fetches a new alarm; without a server it and its time are shown, and the day’s limit holds', async ({
  page,
  context,
  scene,
  server,
  enter,
}) => {
  await enter('/socialData')
  await untilKept(page)
  const idle = await context.newPage()
  await idle.goto(`${server.url}${IDLE_PAGE}`)
  await page.close()
  const dispatch = () =>
    toWorker(context, idle, server.url, (session, target) =>
      session.send('ServiceWorker.dispatchPeriodicSyncEvent', { ...target, tag: 'refresh' }),
    )

  await kept(idle, { ageMs: HOURS_MS })
  await reportFire(server.url, scene)
  const begun = Date.now()
  await dispatch()
  await expect.poll(async () => (await kept(idle)).times).toBe(1)
  const first = await kept(idle)
  expect(first.bytes).toBeGreaterThan(0)
  expect(first.openAlarmsAt).toBeGreaterThanOrEqual(begun)
  console.log(`one refresh: ${first.bytes} bytes`)

  await server.stop()
  const phone = await context.newPage()
  await phone.goto(`${server.url}/socialData`)
  await expect(phone.getByRole('main')).toContainText(scene.name)
  await expect(phone.getByRole('main')).toContainText(`截至 ${time(first.openAlarmsAt)}`)
  await phone.screenshot({ path: 'test-results/periodic-refresh.png' })
  await phone.getByRole('button', { name: '先看详情' }).click()
  await expect(sheet(phone)).toContainText(scene.name)
  await phone.goto(`${server.url}/packs`)
  await expect(phone.getByText(/^今天后台更新 1 次 · \d+ KB$/)).toBeVisible()
  await phone.screenshot({ path: 'test-results/periodic-refresh-storage.png', fullPage: true })

  await server.start()
  await phone.close()
  const limit = 5 * 1024 * 1024
  await kept(idle, { ageMs: HOURS_MS, bytes: limit })
  const before = await kept(idle)
  await dispatch()
  await idle.waitForTimeout(3000)
  expect(await kept(idle)).toEqual(before)
})
