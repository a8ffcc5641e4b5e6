import type { BrowserContext, Page } from '@playwright/test'
import { point } from '#contract/point.ts'
import { expect, test } from '../e2e/fixtures.ts'
import { DEMO_PASSWORD, pressOfAccount, signIn, untilControlled } from '../e2e/people.ts'
import { queueWrites } from '../e2e/queue-writes.ts'
import { toWorker } from '../e2e/worker-events.ts'
import { chanceOf } from '../support/report-history.ts'
import { FaultyLine } from './support/faulty-line.ts'
import { KilledBrowser } from './support/killed-browser.ts'

/** By hand: HISTORIES=200 SEED=1 */
const HISTORIES = Number(process.env.HISTORIES ?? 3)
const SEED = Number(process.env.SEED ?? 1)
const PER_PROFILE = 10
const STEPS = 12
const PATIENCE_MS = 180_000
const SETTLE_MS = 20_000

const ACCOUNTS = ['unit01', 'unit02'] as const
type Account = (typeof ACCOUNTS)[number]
const IDLE = '/manifest.webmanifest'

const { id, group, verb, method, path, encoding, access } = point.edit
const CALL = { id, group, verb, method, path, encoding, access }

interface Entry {
  readonly key: string
  readonly account: Account
  readonly thing: string
  isCommitted: boolean
}

const commit = (page: Page, rows: readonly { readonly key: string; readonly point: string }[]): Promise<void> =>
  queueWrites(
    page,
    rows.map(({ key, point: of }) => ({
      key,
      call: CALL,
      input: { id: of, floor: '1F', zone: 'A', descript: key },
      thing: `point:${of}`,
      label: `编辑点位 ${key}`,
    })),
  )

const unsentKeys = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const keys: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('fire-unsent-')) continue
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
      })
      const asking = db.transaction('writes').objectStore('writes').getAll() as IDBRequest<
        { key: string; state: string; reason?: string }[]
      >
      const rows = await new Promise<typeof asking.result>((resolve) =>
        asking.addEventListener('success', () => resolve(asking.result)),
      )
      keys.push(...rows.map(({ key, state, reason }) => (state === 'refused' ? `${key} refused: ${reason}` : key)))
      db.close()
    }
    return keys
  })

const signedInAs = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('fire-docking:UserInfo') ?? 'null') as { account: string } | null)?.account,
  )

class Device {
  readonly #browser = new KilledBrowser()
  readonly #url: string
  #context!: BrowserContext
  idle!: Page
  tabs: Page[] = []

  constructor(url: string) {
    this.#url = url
  }

  async start(): Promise<void> {
    this.#context = await this.#browser.start()
    this.#context.setDefaultTimeout(PATIENCE_MS)
    this.tabs = []
    this.idle = await this.#context.newPage()
    await this.idle.goto(this.#url + IDLE)
  }

  kill = () => this.#browser.kill()
  remove = () => this.#browser.remove()

  async open(place: string): Promise<Page> {
    const tab = await this.#context.newPage()
    await tab.setViewportSize({ width: 1280, height: 900 })
    this.tabs.push(tab)
    await tab.goto(this.#url + place, { waitUntil: 'commit' }).catch(() => undefined)
    return tab
  }

  async closeTabs(): Promise<void> {
    for (const tab of this.tabs.splice(0)) await tab.close()
  }

  async sync(): Promise<void> {
    await Promise.race([
      toWorker(this.#context, this.idle, this.#url, (session, target) =>
        session.send('ServiceWorker.dispatchSyncEvent', { ...target, tag: 'unsent', lastChance: false }),
      ).catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, 5000)),
    ])
  }

  async becomes(account: Account): Promise<void> {
    const now = await signedInAs(this.idle)
    if (now === account) return
    await this.closeTabs()
    const tab = await this.open(now === undefined ? '/login' : '/socialData')
    const menu = tab.getByRole('button', { name: /^账号：/ })
    if (now !== undefined)
      await menu
        .or(tab.getByRole('textbox', { name: '账号' }))
        .first()
        .waitFor()
    if (await menu.isVisible()) {
      await pressOfAccount(tab, '退出登录')
      await tab.getByRole('button', { name: /^(保留并退出|确定)$/ }).click()
      await tab.waitForURL(/\/(login|portal)?$/)
      await expect.poll(() => signedInAs(this.idle), { timeout: PATIENCE_MS }).toBeUndefined()
    }
    await signIn(tab, account, `${this.#url}/login`, DEMO_PASSWORD)
    await tab.waitForURL(/socialData/)
    await untilControlled(tab)
  }
}

test(
  'random histories of tabs, worker, network and accounts, the browser killed: each write once, in order, under its account',
  { tag: '@desktop' },
  async ({ server, sql }, info) => {
    test.setTimeout(12 * 3600_000)
    const { next: random } = chanceOf(SEED)
    const upTo = (most: number) => Math.floor(random() * most)
    const line = new FaultyLine(server.port, IDLE, random)
    const url = await line.open()
    const points = new Map<Account, string[]>()
    for (const account of ACCOUNTS) {
      const rows = await sql<{ id: string }>(
        `select p.id::text from point p join building b on b.id = p.building_id
         join building_unit bu on bu.building_id = b.id and bu.kind = 'bound' and bu.confirmed
         join account a on a.unit_id = bu.unit_id where a.account = $1 and b.access_status = 1 order by p.id limit 3`,
        [account],
      )
      points.set(
        account,
        rows.map((row) => row.id),
      )
    }
    const totals = { writes: 0, uncertain: 0, kills: 0, syncs: 0, changes: 0 }
    const lost: string[] = []
    const doubled: string[] = []
    const foreign: string[] = []
    const reordered: string[] = []
    const from = Date.now()
    let device: Device | undefined

    async function writesOf(history: string, device: Device, ledger: Entry[], isKilled: boolean): Promise<void> {
      const account = (await signedInAs(device.idle)) as Account | undefined
      if (account === undefined) return
      const rows = Array.from({ length: 1 + upTo(4) }, () => {
        const entry: Entry = {
          key: `${history}-${String(ledger.length).padStart(3, '0')}`,
          account,
          thing: points.get(account)![upTo(3)]!,
          isCommitted: false,
        }
        ledger.push(entry)
        return entry
      })
      const committing = commit(
        device.idle,
        rows.map((row) => ({ key: row.key, point: row.thing })),
      ).then(() => rows.forEach((row) => (row.isCommitted = true)))
      if (!isKilled) return committing
      void committing.catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, upTo(60)))
      await restart(device)
    }

    async function restart(device: Device): Promise<void> {
      totals.kills += 1
      await device.kill()
      await device.start()
    }

    async function step(history: string, device: Device, ledger: Entry[]): Promise<void> {
      const chance = random()
      if (chance < 0.28) return writesOf(history, device, ledger, false)
      if (chance < 0.38) return writesOf(history, device, ledger, true)
      if (chance < 0.52) return line.set((['on', 'off', 'lossy', 'slow'] as const)[upTo(4)]!)
      if (chance < 0.62) {
        if (device.tabs.length < 2) await device.open(random() < 0.5 ? '/outbox' : '/socialData')
        return undefined
      }
      if (chance < 0.67) return device.closeTabs()
      if (chance < 0.76) {
        totals.syncs += 1
        return device.sync()
      }
      if (chance < 0.94) {
        totals.syncs += 1
        if (random() < 0.5) void device.open('/outbox').catch(() => undefined)
        await device.sync()
        await new Promise((resolve) => setTimeout(resolve, upTo(800)))
        return restart(device)
      }
      line.set('on')
      totals.changes += 1
      return device.becomes(ACCOUNTS[upTo(2)]!)
    }

    async function settle(device: Device, ledger: readonly Entry[]): Promise<void> {
      line.set('on')
      const left = async () => {
        const own = await unsentKeys(device.idle)
        return own.filter((key) => !key.includes(' refused: '))
      }
      for (const account of ACCOUNTS) {
        if (!ledger.some((entry) => entry.account === account)) continue
        const its = new Set(ledger.filter((entry) => entry.account === account).map(({ key }) => key))
        const isSent = async () => !(await left()).some((key) => its.has(key))
        const from = Date.now()
        while (!(await isSent())) {
          if (Date.now() - from > 4 * PATIENCE_MS) throw new Error(`unsent: ${(await left()).join()}`)
          await device.becomes(account)
          await device.closeTabs()
          await device.open('/outbox')
          await device.sync()
          const next = Date.now() + SETTLE_MS
          while (Date.now() < next && !(await isSent())) await new Promise((resolve) => setTimeout(resolve, 250))
        }
      }
      expect((await unsentKeys(device.idle)).filter((key) => key.includes(' refused: '))).toEqual([])
    }

    try {
      for (let n = 0; n < HISTORIES; n += 1) {
        if (n % PER_PROFILE === 0) {
          await device?.remove()
          device = new Device(url)
          line.set('on')
          await device.start()
          await device.becomes('unit01')
        }
        if ((await signedInAs(device!.idle)) === undefined) {
          line.set('on')
          await device!.becomes(ACCOUNTS[upTo(2)]!)
        }
        const history = `h${SEED}-${n}-${from}`
        const ledger: Entry[] = []
        await writesOf(history, device!, ledger, false)
        for (let at = 0; at < STEPS; at += 1) await step(history, device!, ledger)
        await settle(device!, ledger)

        const rows = await sql<{ key: string; account: string; point: string }>(
          `select detail->'after'->>'descript' as key, account, detail->>'pointId' as point
           from audit where action = 'point.edit' and detail->'after'->>'descript' like $1 order by id`,
          [`${history}-%`],
        )
        const seen = new Map<string, number>()
        const last = new Map<string, string>()
        const owners = new Map(ledger.map((entry) => [entry.key, entry.account]))
        for (const row of rows) {
          seen.set(row.key, (seen.get(row.key) ?? 0) + 1)
          if (owners.get(row.key) !== row.account) foreign.push(row.key)
          if ((last.get(row.point) ?? '') > row.key) reordered.push(row.key)
          last.set(row.point, row.key)
        }
        for (const { key, isCommitted } of ledger) {
          const count = seen.get(key) ?? 0
          if (isCommitted && count === 0) {
            lost.push(key)
            console.log(`lost ${key}; on the device: ${(await unsentKeys(device!.idle)).join() || 'none'}`)
          }
          if (count > 1) doubled.push(key)
          totals.writes += 1
          if (!isCommitted) totals.uncertain += 1
        }
        const cut = ledger.filter(({ isCommitted }) => !isCommitted).length
        const wrong = [lost, doubled, reordered, foreign].map((keys) => keys.length).join()
        console.log(
          `history ${n + 1} of ${HISTORIES}: ${ledger.length} writes, ${cut} of them cut off before their commit, ` +
            `${rows.length} effects; lost, doubled, reordered, foreign so far: ${wrong}`,
        )
      }
    } finally {
      await device?.remove()
      line.close()
    }
    const told = `${HISTORIES} histories in ${Math.round((Date.now() - from) / 1000)} s, seed ${SEED}: ${totals.writes} writes (${totals.uncertain} cut off before their commit), ${totals.kills} kills of the browser, ${totals.syncs} worker events, ${totals.changes} changes of account: ${lost.length} lost, ${doubled.length} doubled, ${reordered.length} reordered, ${foreign.length} under another account`
    console.log(told)
    info.annotations.push({ type: 'histories', description: told })
    expect({ lost, doubled, reordered, foreign }).toEqual({ lost: [], doubled: [], reordered: [], foreign: [] })
  },
)
