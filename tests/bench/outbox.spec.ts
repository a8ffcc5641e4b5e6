import 'fake-indexeddb/auto'
import type { Page } from '@playwright/test'
import { auth } from '#contract/auth.ts'
import { point } from '#contract/point.ts'
import { createOutbox } from '#app/offline/outbox/outbox.ts'
import { openOutboxStore } from '#app/offline/outbox/outbox-store.ts'
import type { Delivery, UnsentWrite } from '#app/offline/outbox/unsent-write.ts'
import { BuiltServer } from '../support/built-server.ts'
import { expect, test } from '../e2e/fixtures.ts'
import { signIn, untilKept } from '../e2e/people.ts'

/** By hand: WRITES=10000 KILLS=20 TAB_KILLS=200 QUEUED=1000 (ENGINE=pglite). */
const WRITES = Number(process.env.WRITES ?? 300)
const KILLS = Number(process.env.KILLS ?? 3)
const TAB_KILLS = Number(process.env.TAB_KILLS ?? 4)
const QUEUED = Number(process.env.QUEUED ?? 60)
/** Lost on its way back. */
const LOST_OF = 20
/** Faster than in the field. */
const HASTE = 50

type Sql = <Row extends Record<string, unknown>>(query: string, values?: unknown[]) => Promise<Row[]>

const { id, group, verb, method, path, encoding, access } = point.edit
const CALL = { id, group, verb, method, path, encoding, access }

const editsIn = async (sql: Sql) =>
  Number((await sql<{ n: string }>(`select count(*) as n from audit where action = 'point.edit'`))[0]!.n)

const pointsOf = async (sql: Sql, most: number) =>
  sql<{ id: string; building: string }>(
    `select p.id::text, p.building_id::text as building from point p
     join building_unit bu on bu.building_id = p.building_id and bu.kind = 'bound'
     join account a on a.unit_id = bu.unit_id where a.account = 'unit01' order by p.building_id, p.id limit ${most}`,
  )

async function tokenOf(url: string): Promise<string> {
  const picture = await (await fetch(url + auth.picture.path, { method: auth.picture.method })).json()
  const form = new URLSearchParams({
    account: 'unit01',
    password: 'Fire@119demo',
    photographCode: '0000',
    photographToken: picture.data.photographToken,
  })
  const { data } = await (await fetch(url + auth.signIn.path, { method: auth.signIn.method, body: form })).json()
  return data['x-auth-token']
}

test(
  'queued writes reach a server that is repeatedly killed and loses answers: each once, in order',
  { tag: '@desktop' },
  async ({ server, sql }, info) => {
    test.setTimeout(60 * 60_000)
    const own = process.env.ENGINE === 'pglite' ? await BuiltServer.start() : undefined
    const target = own ?? server
    const token = await tokenOf(target.url)
    const call = async (input: Record<string, unknown>, key?: string) =>
      fetch(target.url + path, {
        method: 'POST',
        headers: { 'x-auth-token': token, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
        body: JSON.stringify(input),
      })
    const points = (await pointsOf(sql, 50)).map((row) => row.id)
    const before = own ? 0 : await editsIn(sql)
    const versions = async () => {
      const all = []
      for (const of of points) {
        const answer = await fetch(`${target.url}${point.detail.path}?id=${of}`, { headers: { 'x-auth-token': token } })
        all.push((await answer.json()).data as { version: number; descript: string })
      }
      return all
    }
    const first = await versions()

    let requests = 0
    let done = 0
    let lost = 0
    let kills = 0
    let refused = ''
    let killing: Promise<unknown> = Promise.resolve()
    async function deliver({ input, key }: UnsentWrite): Promise<Delivery> {
      requests += 1
      try {
        const response = await call(input as Record<string, unknown>, key)
        const body = (await response.json()) as { code: number; message: string }
        if (requests % LOST_OF === 0) {
          lost += 1
          throw new Error('the answer was lost')
        }
        if (body.code >= 500 || body.code === 429) return { kind: 'later', reason: body.message, all: true }
        if (body.code !== 200) {
          refused = body.message
          return { kind: 'refused', code: body.code, reason: body.message, fields: {} }
        }
        done += 1
        if (done % Math.ceil(WRITES / 20) === 0) console.log(`${done} of ${WRITES} done, ${kills} kills, ${lost} lost`)
        if (done === Math.floor(((kills + 1) * WRITES) / (KILLS + 1)) && kills < KILLS) {
          kills += 1
          // Some of the next are under way.
          killing = new Promise((resolve) => setTimeout(resolve, 20))
            .then(() => target.stop('SIGKILL'))
            .then(() => target.start())
        }
        return { kind: 'done', data: null, words: '' }
      } catch {
        return { kind: 'later', reason: 'unreachable', all: true }
      }
    }
    const store = openOutboxStore('bench')
    let key = 0
    const draft = (n: number) => ({
      uid: 'bench',
      call: CALL,
      input: { id: points[n % points.length], floor: '1F', zone: 'A', descript: `第${n}次` },
      thing: `point:${points[n % points.length]}`,
      label: `编辑 ${n}`,
      files: [],
      schema: 1,
      tappedAt: n,
      attempts: 0,
      nextAt: 0,
      state: 'waiting' as const,
      key: `bench-${Date.now()}-${String((key += 1)).padStart(8, '0')}`,
    })
    for (let n = 0; n < WRITES; n += 1) await store.add(draft(n))
    const from = Date.now()
    const outbox = createOutbox({
      store,
      deliver,
      now: () => Date.now() * HASTE,
      random: Math.random,
      newKey: () => 'none',
      lastDone: { read: () => undefined, write: () => undefined },
      withLock: async (work) => {
        await work()
        return true
      },
      later(work, ms) {
        const timer = setTimeout(work, ms / HASTE)
        return () => clearTimeout(timer)
      },
      changed: () => undefined,
    })
    await outbox.flush(true)
    await expect
      .poll(() => refused || done, { message: 'writes done', timeout: 50 * 60_000, intervals: [200] })
      .toBe(WRITES)
    await killing
    await expect.poll(async () => (await store.all()).length, { timeout: 60_000, intervals: [200] }).toBe(0)
    const seconds = ((Date.now() - from) / 1000).toFixed(1)
    outbox.close()

    const last = await versions()
    const effects = last.reduce((sum, { version }, at) => sum + version - first[at]!.version, 0)
    const told = `${WRITES} writes, ${requests} requests, ${lost} answers lost, ${kills} kills, ${effects} effects, ${seconds} s on ${own ? 'PGlite' : 'PostgreSQL'}`
    info.annotations.push({ type: 'replay', description: told })
    console.log(told)
    expect(effects).toBe(WRITES)
    if (!own) expect((await editsIn(sql)) - before).toBe(WRITES)
    expect(last.map(({ descript }) => descript)).toEqual(
      points.map((_, at) => `第${WRITES - 1 - ((WRITES - 1 - at) % points.length)}次`),
    )
    expect(kills).toBe(KILLS)
    await own?.remove()
  },
)

async function queue(page: Page, writes: readonly unknown[]): Promise<void> {
  await page.evaluate(async (rows) => {
    const found = (await indexedDB.databases()).find(({ name = '' }) => name.startsWith('fire-unsent-'))
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(found?.name ?? '')
      opening.addEventListener('success', () => resolve(opening.result))
    })
    const { id: uid } = JSON.parse(localStorage.getItem('fire-docking:UserInfo') ?? '{}') as { id: string }
    await new Promise<void>((resolve, reject) => {
      const transaction = db.transaction('writes', 'readwrite')
      for (const row of rows) transaction.objectStore('writes').add({ ...(row as object), uid })
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('error', () => reject(transaction.error))
    })
    db.close()
  }, writes)
}

test(
  'three tabs with a long queue send every write once, with few extra requests',
  { tag: '@desktop' },
  async ({ page, context, sql, expectConsole }, info) => {
    test.setTimeout(20 * 60_000)
    expectConsole(/ERR_INTERNET_DISCONNECTED/)
    await signIn(page, 'unit01')
    await page.waitForURL(/socialData/)
    await untilKept(page)
    const tabs = [page, await context.newPage(), await context.newPage()]
    for (const tab of tabs) await tab.goto('/outbox')
    await expect(tabs[2]!.getByText('没有待提交的内容')).toBeVisible()
    const points = await pointsOf(sql, QUEUED)
    const before = await editsIn(sql)
    let requests = 0
    context.on('request', (request) => {
      if (request.url().includes(path)) requests += 1
    })
    await context.setOffline(true)
    // Now, not in the pages' own time.
    await page.evaluate(() => fetch('/ops/health').catch(() => undefined))
    await queue(
      page,
      Array.from({ length: QUEUED }, (_, n) => {
        const { id: of } = points[n % points.length]!
        return {
          call: CALL,
          input: { id: of, floor: '2F', zone: 'B', descript: `三个标签页 ${n}` },
          thing: `point:${of}`,
          label: `编辑 ${n}`,
          files: [],
          schema: 1,
          tappedAt: n,
          attempts: 0,
          nextAt: 0,
          state: 'waiting',
          key: `tabs-${Date.now()}-${String(n).padStart(8, '0')}`,
        }
      }),
    )
    await context.setOffline(false)
    await expect
      .poll(async () => (await editsIn(sql)) - before, { timeout: 15 * 60_000, intervals: [500] })
      .toBe(QUEUED)
    for (const tab of tabs) await expect(tab.getByText('没有待提交的内容')).toBeVisible({ timeout: 8 * 60_000 })
    const edits = (await editsIn(sql)) - before
    const told = `${QUEUED} queued, three tabs: ${requests} requests, ${edits} effects`
    info.annotations.push({ type: 'tabs', description: told })
    console.log(told)
    expect(edits).toBe(QUEUED)
    expect(requests).toBeLessThanOrEqual(QUEUED + 10)
  },
)

test(
  'a tab killed within a second of 已保存 loses nothing',
  { tag: '@desktop' },
  async ({ page, context, sql, expectConsole }, info) => {
    test.setTimeout(60 * 60_000)
    expectConsole(/ERR_FAILED/)
    await signIn(page, 'unit01')
    await page.waitForURL(/socialData/)
    await untilKept(page)
    const [of] = await pointsOf(sql, 1)
    await context.route(`**${path}*`, (route) => route.abort())
    let missing = 0
    for (let n = 0; n < TAB_KILLS; n += 1) {
      const tab = await context.newPage()
      await tab.goto(`/buildDetail/${of!.building}/1/pointInfo`)
      await tab
        .getByRole('button', { name: /^编辑点位/ })
        .nth(n % 10)
        .click()
      const dialog = tab.getByRole('dialog', { name: /^编辑点位/ })
      await dialog.getByLabel('描述').fill(`断电 ${n}`)
      await dialog.getByRole('button', { name: /保存|确定/ }).click()
      await expect(tab.getByText('已保存在本机，联网后自动提交').first()).toBeVisible({ timeout: 20_000 })
      const devtools = await context.newCDPSession(tab)
      // Spread over the kills.
      await tab.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), ((n * 997) % 1000) + 1)
      const crashed = tab.waitForEvent('crash')
      void devtools.send('Page.crash').catch(() => undefined)
      await crashed
      await tab.close()
      const kept = await page.evaluate(async (text) => {
        const found = (await indexedDB.databases()).find(({ name = '' }) => name.startsWith('fire-unsent-'))
        const db = await new Promise<IDBDatabase>((resolve) => {
          const opening = indexedDB.open(found?.name ?? '')
          opening.addEventListener('success', () => resolve(opening.result))
        })
        const rows = await new Promise<unknown[]>((resolve) => {
          const asking = db.transaction('writes').objectStore('writes').getAll()
          asking.addEventListener('success', () => resolve(asking.result))
        })
        db.close()
        return JSON.stringify(rows).includes(text)
      }, `断电 ${n}"`)
      if (!kept) missing += 1
      if ((n + 1) % 20 === 0) console.log(`${n + 1} of ${TAB_KILLS} tabs killed, ${missing} missing`)
    }
    info.annotations.push({ type: 'tab kills', description: `${TAB_KILLS} kills, ${missing} missing` })
    console.log(`${TAB_KILLS} tab kills within a second of 已保存: ${missing} missing`)
    expect(missing).toBe(0)
  },
)
