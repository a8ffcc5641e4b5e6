import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signIn, untilControlled } from './people.ts'
import { deletion, MESSAGES, queueWrites } from './queue-writes.ts'
import { toWorker } from './worker-events.ts'

const COUNT = 20
/** Promised. */
const SENT_MS = 60_000

const WORKER_MS = 5000

/** A page of the origin that loads nothing of the app: it cannot send. */
const IDLE_PAGE = '/manifest.webmanifest'

/** As the browser does when the network returns. */
const dispatchSync = (context: BrowserContext, page: Page, origin: string): Promise<void> =>
  toWorker(context, page, origin, (session, target) =>
    session.send('ServiceWorker.dispatchSyncEvent', { ...target, tag: 'unsent', lastChance: false }),
  )

const shown = (page: Page): Promise<unknown[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const all = (await registration?.getNotifications()) ?? []
    return all.map(({ title, data }) => [title, (data as { url?: string } | null)?.url])
  })

async function closeApp(page: Page): Promise<Page> {
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  await untilControlled(page)
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const all = await indexedDB.databases()
        return all.some(({ name }) => name === 'fire-worker')
      }),
    )
    .toBe(true)
  const idle = await page.context().newPage()
  await idle.goto(IDLE_PAGE)
  await page.close()
  return idle
}

test.use({ serviceWorkers: 'allow' })

test(
  'with the app closed the worker sends 20 waiting writes in order, once, also while a tab opens',
  {
    tag: '@desktop',
  },
  async ({ page, context, server, sql }) => {
    const keysOf = async (run: string) => {
      const rows = await sql<{ key: string }>(`select key from idempotency where key like $1 order by at, key`, [
        `${run}-%`,
      ])
      return rows.map(({ key }) => key)
    }
    await context.grantPermissions(['notifications'], { origin: server.url })
    const messages = await sql<{ id: string }>(MESSAGES)
    const idle = await closeApp(page)
    for (const isOpening of [false, true]) {
      const run = `sync-${isOpening ? 'tab' : 'alone'}-${Date.now()}`
      const keys = Array.from({ length: COUNT }, (_, at) => `${run}-${String(at).padStart(2, '0')}`)
      const id = messages[isOpening ? 1 : 0]!.id
      await queueWrites(
        idle,
        keys.map((key) => ({
          ...deletion(id, key),
          call: { id: 'message.readMany', path: '/field/v1/message/read', encoding: 'json' },
          input: { ids: [id] },
        })),
      )
      const before = Date.now()
      const [tab] = await Promise.all([
        isOpening ? context.newPage().then(async (opened) => (await opened.goto('/socialData'), opened)) : null,
        dispatchSync(context, idle, server.url),
      ])
      await expect.poll(() => keysOf(run), { timeout: SENT_MS }).toEqual(keys)
      console.log(`${run}: ${COUNT} writes in ${Date.now() - before} ms`)
      await tab?.close()
    }
  },
)

test(
  'the worker tells of a refused write and of an ended session, which sends nothing',
  { tag: ['@desktop', '@whole-browser'] },
  async ({ page, context, server, sql }) => {
    await context.grantPermissions(['notifications'], { origin: server.url })
    const run = `sync-told-${Date.now()}`
    // A visible page of the app shows a refusal itself; headless pages are all visible.
    const blank = await context.newPage()
    const queueAndClose = async (idle: Page, write: ReturnType<typeof deletion>) => {
      await queueWrites(idle, [write])
      await idle.close()
      await dispatchSync(context, blank, server.url)
      await blank.waitForTimeout(WORKER_MS)
      const later = await context.newPage()
      await later.goto(`${server.url}${IDLE_PAGE}`)
      return later
    }
    const idle = await closeApp(page)
    const second = await queueAndClose(idle, { ...deletion('999999999', `${run}-missing`), label: '删除通知甲' })
    expect(await shown(second)).toEqual([['未被接受：删除通知甲', expect.stringMatching(/^\/outbox#unsent-\d+$/)]])

    await sql(`delete from session where account_id = (select id from account where account = 'unit01')`)
    const [message] = await sql<{ id: string }>(MESSAGES)
    const third = await queueAndClose(second, deletion(message!.id, `${run}-ended`))
    expect(await shown(third)).toContainEqual(['有 1 项未提交', '/outbox'])
    expect(await sql(`select 1 from idempotency where key = $1`, [`${run}-ended`])).toEqual([])
  },
)

const CHECKED_IN = `from checkin where unit_id = (select unit_id from account where account = 'unit01')
  and day >= (now() at time zone 'Asia/Shanghai')::date - 1`

const syncTags = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & {
      readonly sync: { getTags(): Promise<string[]> }
    }
    return registration.sync.getTags()
  })

/** Of all accounts. */
const unsentRows = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let count = 0
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('fire-unsent-')) continue
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
      })
      const counting = db.transaction('writes').objectStore('writes').count()
      count += await new Promise<number>((resolve) =>
        counting.addEventListener('success', () => resolve(counting.result)),
      )
      db.close()
    }
    return count
  })

test(
  'a tap offline registers the sync; with the app closed the worker sends the check-in; one that another device made is done too',
  { tag: ['@desktop', '@whole-browser'] },
  async ({ page, context, server, sql }) => {
    await context.grantPermissions(['notifications', 'background-sync'], { origin: server.url })
    let app = page
    await sql(`delete ${CHECKED_IN}`)
    await signIn(app, 'unit01')
    await app.waitForURL(/socialData/)
    await untilControlled(app)
    const idle = await context.newPage()
    await idle.goto(IDLE_PAGE)
    for (const isMadeElsewhere of [false, true]) {
      if (isMadeElsewhere) {
        await sql(`delete ${CHECKED_IN}`)
        app = await context.newPage()
        await app.goto('/socialData')
      }
      await expect(app.getByRole('button', { name: '签到', exact: true })).toBeVisible()
      await context.setOffline(true)
      await app.getByRole('button', { name: '签到', exact: true }).click()
      await app.getByRole('button', { name: '立即签到' }).click()
      await expect(app.getByRole('button', { name: '待提交' }).first()).toBeVisible()
      await expect.poll(() => syncTags(app)).toContain('unsent')
      await app.close()
      expect(await sql(`select day ${CHECKED_IN}`)).toEqual([])
      if (isMadeElsewhere)
        await sql(`insert into checkin (unit_id, day, status, at)
          select unit_id, (now() at time zone 'Asia/Shanghai')::date, 2, now() from account where account = 'unit01'`)
      await context.setOffline(false)
      await dispatchSync(context, idle, server.url)
      await expect.poll(() => unsentRows(idle), { timeout: SENT_MS }).toBe(0)
      expect(await sql(`select status ${CHECKED_IN}`)).toEqual([{ status: 2 }])
    }
    expect(await shown(idle)).toEqual([])
  },
)

test(
  'a refusal that the worker receives while the screen waits is shown there and leaves nothing in the outbox',
  { tag: '@desktop' },
  async ({ page, context, server, sql }) => {
    await page.addInitScript(() => {
      const { locks } = navigator
      const request = locks.request.bind(locks) as (name: string, ...rest: unknown[]) => Promise<unknown>
      const value = (name: string, ...rest: unknown[]) =>
        name.startsWith('fire-unsent-') ? new Promise(() => undefined) : request(name, ...rest)
      Object.defineProperty(locks, 'request', { value })
    })
    // The worker's clock is earlier than the tap: refused.
    await page.clock.install({ time: Date.now() + 3_600_000 })
    await sql(`delete ${CHECKED_IN}`)
    await signIn(page, 'unit01')
    await page.waitForURL(/socialData/)
    await untilControlled(page)
    await page.reload()
    await page.getByRole('button', { name: '签到', exact: true }).click()
    const told = page.getByText('本机时间在签到后被调整过').waitFor()
    await page.getByRole('button', { name: '立即签到' }).click()
    // The worker reads once: an earlier event would find nothing.
    await expect.poll(() => unsentRows(page)).toBe(1)
    await dispatchSync(context, page, server.url)
    await told
    await expect.poll(() => unsentRows(page)).toBe(0)
    expect(await sql(`select status ${CHECKED_IN}`)).toEqual([])
  },
)
