import { createMemoryHistory } from '@tanstack/react-router'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import type { UserDetail } from '#contract/sign-in.ts'
import { createDoor } from '#app/offline/door.ts'
import { createAppRouter } from '#app/router.ts'
import { startSession } from '#app/session/session.ts'
import { dismiss, toasts } from '#app/ui/toast-queue.ts'
import { readTable } from '../house/read-table.ts'
import { screenTests } from '../support/render-app.tsx'

const { t } = await screenTests()

const VISITORS = { nobody: null, unit: 'unit01', gov2: 'zhidui', gov3: 'jingan' } as const
type Visitor = keyof typeof VISITORS

const table = readTable<'path' | 'meaning' | Visitor>('documented-routes.tsv')
const people = new Map<string, { token: string; user: UserDetail }>()
const door = createDoor(() => undefined)
let sample: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  for (const account of Object.values(VISITORS)) {
    if (account === null) continue
    const token = await t.signIn(account)
    people.set(account, { token, user: (await t.call(auth.detail, {}, token)).body.data })
  }
  const { rows } = await t.db.execute<{ building: string; unit: string }>(
    sql`select bu.building_id as building, bu.unit_id as unit from building_unit bu
        join account a on a.unit_id = bu.unit_id where a.account = 'unit01' limit 1`,
  )
  sample = { id: rows[0]!.building, uid: rows[0]!.unit, canEdit: '1', tabName: 'baseInfo' }
})

const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_whole, name: string) => sample[name] ?? '')

/** Where somebody comes out who opens an address, and the title of the page there. */
async function comesOut(visitor: Visitor, address: string) {
  await door.leave()
  for (const { id } of toasts.read()) dismiss(id)
  const person = people.get(VISITORS[visitor] ?? '')
  if (person) startSession(person.token, person.user)
  const router = createAppRouter({ door }, createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  const { location, matches } = router.state
  const { status, staticData } = matches.at(-1)!
  await door.leave()
  const said = toasts.read().map(({ text }) => text)
  return { path: location.pathname, status, title: staticData.title ?? '', said }
}

test.each(Object.keys(VISITORS) as Visitor[])(
  'each documented address lets %s out where the table says, on a page with a title',
  { timeout: 60_000 },
  async (visitor) => {
    for (const row of table) {
      const address = filled(row.path)
      const { path, title, status } = await comesOut(visitor, address)
      expect([row.path, path]).toEqual([row.path, row[visitor] === '=' ? address : row[visitor]])
      expect([row.path, status, title !== '']).toEqual([row.path, 'success', true])
    }
  },
)

test('the building’s name of its pages carries id, canEdit and tab into the address', async () => {
  const { path } = await comesOut('gov2', `/buildingMain?id=${sample.id}&canEdit=0&tabName=iotInfo`)
  expect(path).toBe(`/buildDetail/${sample.id}/0/iotInfo`)
})

test('an address nobody knows leads to the start of whoever opens it', async () => {
  for (const [visitor, start] of [
    ['nobody', '/portal'],
    ['unit', '/socialData'],
    ['gov3', '/fireDepData'],
  ] as const)
    for (const address of ['/nowhere', '/portal/nowhere', '/buildDetail/1', '/socialData/1/2', '/login/x'])
      expect([address, (await comesOut(visitor, address)).path]).toEqual([address, start])
})

const HOMES: readonly string[] = ['/portal', '/socialData', '/fireDepData']

test.each(Object.keys(VISITORS) as Visitor[])(
  'an address that %s may not open leads home with the reason, and every other one says nothing',
  { timeout: 60_000 },
  async (visitor) => {
    let refused = 0
    for (const row of table) {
      const { path, said } = await comesOut(visitor, filled(row.path))
      const isRefused = row.path !== '/' && row[visitor] !== '=' && HOMES.includes(path)
      if (isRefused) refused += 1
      const why = visitor === 'nobody' ? '请先登录' : '无权访问该页面，已返回首页'
      expect([row.path, said]).toEqual([row.path, isRefused ? [why] : []])
    }
    expect(refused).toBeGreaterThan(1)
  },
)

test('a card whose number cannot be a building’s leads home with the reason', async () => {
  for (const [visitor, home] of [
    ['nobody', '/portal'],
    ['unit', '/socialData'],
    ['gov2', '/fireDepData'],
  ] as const) {
    const { path, said } = await comesOut(visitor, '/pack/abc')
    expect([path, said]).toEqual([home, ['建筑编号不正确']])
  }
})

test('a preloaded page that may not be opened says nothing', async () => {
  await door.leave()
  const { token, user } = people.get('unit01')!
  startSession(token, user)
  const router = createAppRouter({ door }, createMemoryHistory({ initialEntries: ['/socialData'] }))
  await router.load()
  for (const { id } of toasts.read()) dismiss(id)
  await router.preloadRoute({ to: '/unitList' })
  expect([router.state.location.pathname, toasts.read()]).toEqual(['/socialData', []])
  await door.leave()
})
