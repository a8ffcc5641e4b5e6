import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { isCallPath } from '#contract/call-prefixes.ts'
import { expect, test } from '../e2e/fixtures.ts'
import { everythingKept, pressOfAccount, signIn, signOut, TO_DO, untilKept } from '../e2e/people.ts'

type Sql = <Row extends Record<string, unknown>>(query: string, values?: unknown[]) => Promise<Row[]>

const BOUND = `select b.id::text, b.name, bu2.unit_id::text as unit from building b
  join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
  join account a on a.unit_id = bu.unit_id
  left join building_unit bu2 on bu2.building_id = b.id and bu2.kind <> 'bound'
  where a.account = $1 and b.access_status = 1 order by b.id`

const buildingsOf = async (sql: Sql, account: string) =>
  sql<{ id: string; name: string; unit: string | null }>(BOUND, [account])

async function saveOffline(page: Page, id: string): Promise<void> {
  await page.goto(`/buildDetail/${id}/1/baseInfo`)
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('button', { name: /^离线下载|^更新离线资料/ }).click()
  await expect(page.getByRole('button', { name: '更新离线资料' })).toBeEnabled({ timeout: 30_000 })
}

const paths = ['documented-routes.tsv', 'routes-of-ours.txt'].flatMap((name) =>
  readFileSync(new URL(`../house/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
    .filter((path) => path.startsWith('/')),
)

/** They say what they are. */
const OWN = /必填项|地图地址|服务商注册|没有待提交的内容|扫描建筑卡片|本机存储|登录|没有可离线|卡片/

/** It clears what was read: last. */
const isSignIn = (path: string) => path.startsWith('/login')

async function walk(page: Page, of: { id: string; uid: string }) {
  const seen: Record<'data' | 'not kept' | 'own', string[]> = { data: [], 'not kept': [], own: [] }
  for (const path of [...paths.filter((path) => !isSignIn(path)), ...paths.filter(isSignIn)]) {
    const address = path
      .replace('{id}', of.id)
      .replace('{canEdit}', '0')
      .replace('{tabName}', 'baseInfo')
      .replace('{uid}', of.uid)
    await page.goto(path === '/deviceTest' ? `${address}?id=${of.id}` : address, { waitUntil: 'commit' })
    const text = () =>
      page.evaluate(() => {
        const copy = document.body.cloneNode(true) as HTMLElement
        for (const part of copy.querySelectorAll('output, nav')) part.remove()
        return copy.textContent ?? ''
      })
    const kindOf = (said: string) =>
      /截至|\d{4}-\d{2}-\d{2} \d{2}:\d{2}/.test(said)
        ? 'data'
        : /本机未保存|服务器无响应|无法连接|未能连接|需要联网/.test(said)
          ? 'not kept'
          : OWN.test(said)
            ? 'own'
            : null
    let kind: ReturnType<typeof kindOf> = null
    await expect
      .poll(async () => (kind = kindOf(await text())), { message: `${path} says nothing`, timeout: 15_000 })
      .not.toBeNull()
    seen[(kind ?? 'own') as keyof typeof seen].push(path)
  }
  return seen
}

for (const [account, entry, first] of [
  ['unit01', '/login', '/socialData'],
  ['zhidui', '/loginxf', '/fireDepData'],
] as const) {
  test(`${account} with the server down: every page shows its data with the time after a cold start, or shows that it is not cached`, async ({
    page,
    server,
    sql,
    expectConsole,
  }, info) => {
    test.setTimeout(180_000)
    const [building] = await buildingsOf(sql, 'unit01')
    await signIn(page, account, entry)
    await page.waitForURL(new RegExp(first))
    await untilKept(page)
    await saveOffline(page, building!.id)
    await page.goto('/buildingList')
    await expect(page.getByText(/截至/).first()).toBeVisible()
    await server.stop()
    expectConsole(/ERR_CONNECTION_REFUSED|Failed to load/)
    const seen = await walk(page, { id: building!.id, uid: building!.unit ?? '1' })
    const told = Object.entries(seen).map(([kind, list]) => `${kind} ${list.length}`)
    info.annotations.push({
      type: 'offline walk',
      description: `${account}: ${paths.length} pages, ${told.join(', ')}`,
    })
    console.log(`offline walk, ${account}: ${paths.length} pages, ${told.join(', ')}, blank 0`)
    expect(seen.data).toContain(first)
    expect(seen.data).toContain('/buildDetail/{id}/{canEdit}/{tabName}')
    expect(seen.data).toContain('/pack/{id}')
  })
}

const CANARIES = 50
const canary = (n: number) => `金丝雀${String(n).padStart(2, '0')}号`
const canariesKept = async (page: Page) => {
  const kept = await everythingKept(page)
  return Array.from({ length: CANARIES }, (_, n) => canary(n)).filter((name) => kept.includes(name)).length
}

/** Includes reading everything that is kept. */
async function goneAfter(page: Page): Promise<number> {
  const from = Date.now()
  await expect.poll(() => canariesKept(page), { timeout: 20_000, intervals: [50] }).toBe(0)
  return Date.now() - from
}

const signOutKeeping = async (page: Page) => {
  await pressOfAccount(page, '退出登录')
  await page.getByRole('button', { name: '保留并退出' }).click()
  await expect(page).not.toHaveURL(/buildDetail/)
}

/** Then nothing is answered any more. */
const endSession = async (page: Page) => {
  let isTold = false
  await page.route(
    ({ pathname }) => isCallPath(pathname),
    (route) => {
      if (isTold) return route.abort()
      isTold = true
      const told = { code: 401, message: ENDED, msg: ENDED, data: null }
      return route.fulfill({ status: 401, contentType: 'application/json', body: JSON.stringify(told) })
    },
  )
  await page.goto('/problemStatistics')
  await expect(page.getByText(ENDED)).toBeVisible()
}

const ENDED = '您的账号已在其他设备登录!'

const WAYS: Readonly<Record<string, (page: Page, elsewhere: () => Promise<void>) => Promise<void>>> = {
  'signing out': signOutKeeping,
  async '401'(page, elsewhere) {
    await elsewhere()
    await page.goto('/problemStatistics')
    await expect(page.getByText(ENDED)).toBeVisible()
  },
  async switch(page) {
    await page.goto('/login')
    await expect(page.getByRole('textbox', { name: '账号' })).toBeVisible()
  },
}
const WAYS_OFFLINE: typeof WAYS = { ...WAYS, '401': endSession }

for (const [network, ways] of [
  ['online', WAYS],
  ['offline', WAYS_OFFLINE],
] as const)
  for (const [way, leave] of Object.entries(ways))
    test(`after ${way}, ${network}, none of fifty texts an account read is left; its unsent work stays whole, and is neither sent nor shown under another account`, async ({
      page,
      context,
      browser,
      server,
      sql,
      expectConsole,
    }, info) => {
      test.setTimeout(300_000)
      expectConsole(/ERR_CONNECTION_REFUSED|ERR_FAILED|401|Failed to load/)
      const [building] = await buildingsOf(sql, 'unit01')
      await sql(
        `update point p set descript = '金丝雀' || lpad((n - 1)::text, 2, '0') || '号'
         from (select id, row_number() over (order by id) as n from point where building_id = $1) as numbered
         where p.id = numbered.id and n <= ${CANARIES}`,
        [building!.id],
      )
      const deals: string[] = []
      context.on('request', (request) => {
        if (request.url().includes('/deal')) deals.push(request.url())
      })
      const done = async () =>
        Number((await sql<{ n: string }>(`select count(*) as n from audit where action = 'problem.deal'`))[0]!.n)
      const before = await done()

      await signIn(page, 'unit01')
      await page.waitForURL(/socialData/)
      await saveOffline(page, building!.id)
      // Its call cannot be sent.
      await page.route('**/deal**', (route) => route.abort())
      const [toDo] = await sql<{ id: string }>(TO_DO)
      await page.goto(`/buildDetail/${toDo!.id}/1/todoInfo`)
      await page.getByRole('button', { name: '处理', exact: true }).first().click()
      await expect(page.getByText('已保存在本机，联网后自动提交')).toBeVisible()
      expect(await canariesKept(page)).toBe(CANARIES)

      if (network === 'offline') await server.stop()
      const elsewhere = await browser.newContext({ baseURL: server.url })
      await leave(page, async () => {
        const other = await elsewhere.newPage()
        await signIn(other, 'unit01')
        await other.waitForURL(/socialData/)
      })
      const told = `${way}, ${network}: gone after ${await goneAfter(page)} ms`
      info.annotations.push({ type: 'canaries', description: told })
      console.log(told)
      await elsewhere.close()
      await page.unrouteAll()
      await server.start()

      deals.length = 0
      await signIn(page, 'unit02')
      await page.waitForURL(/socialData/)
      await page.goto('/outbox')
      await expect(page.getByText('没有待提交的内容')).toBeVisible()
      expect(await canariesKept(page)).toBe(0)
      expect(deals).toEqual([])
      await signOut(page)

      await signIn(page, 'unit01')
      await page.waitForURL(/socialData/)
      await expect.poll(() => deals.length, { timeout: 60_000 }).toBe(1)
      await page.goto('/outbox')
      await expect(page.getByText('没有待提交的内容')).toBeVisible()
      expect((await done()) - before).toBe(1)
    })
