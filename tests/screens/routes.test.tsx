import { createMemoryHistory } from '@tanstack/react-router'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import type { UserDetail } from '#contract/sign-in.ts'
import { createSessionLifecycle } from '#app/offline/session-lifecycle.ts'
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
const door = createSessionLifecycle(() => undefined)
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

async function comesOut(visitor: Visitor, address: string) {
  await door.signOut()
  for (const { id } of toasts.read()) dismiss(id)
  const person = people.get(VISITORS[visitor] ?? '')
  if (person) startSession(person.token, person.user)
  const router = createAppRouter({ sessions: door }, createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  const { location, matches } = router.state
  const { status, staticData } = matches.at(-1)!
  await door.signOut()
  const said = toasts.read().map(({ text }) => text)
  return { path: location.pathname, status, title: staticData.title ?? '', said }
}

test.each(Object.keys(VISITORS) as Visitor[])(
  'each documented URL takes %s to the page of the table, with a title',
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

test('the building’s name in its pages links with id, canEdit and tab', async () => {
  const { path } = await comesOut('gov2', `/buildingMain?id=${sample.id}&canEdit=0&tabName=iotInfo`)
  expect(path).toBe(`/buildDetail/${sample.id}/0/iotInfo`)
})

test('an unknown URL redirects a stranger to the portal, and shows others a page that says so', async () => {
  for (const address of ['/nowhere', '/portal/nowhere', '/buildDetail/1', '/socialData/1/2', '/login/x']) {
    expect([address, (await comesOut('nobody', address)).path]).toEqual([address, '/portal'])
    for (const visitor of ['unit', 'gov3'] as const) {
      const { path, title, status } = await comesOut(visitor, address)
      expect([path, title, status]).toEqual([address, '页面不存在', 'success'])
    }
  }
})

test.each(Object.keys(VISITORS) as Visitor[])(
  'a URL that %s may not open leads to the reason, and other URLs do not',
  { timeout: 60_000 },
  async (visitor) => {
    let refused = 0
    for (const row of table) {
      const { path, said } = await comesOut(visitor, filled(row.path))
      const isRefused = row.path !== '/' && row[visitor] !== '=' && ['/portal', '/noAccess'].includes(path)
      if (isRefused) refused += 1
      expect([row.path, said]).toEqual([row.path, isRefused && visitor === 'nobody' ? ['请先登录'] : []])
    }
    expect(refused).toBeGreaterThan(1)
  },
)

test('a card with an invalid number redirects home with the reason', async () => {
  for (const [visitor, home] of [
    ['nobody', '/portal'],
    ['unit', '/socialData'],
    ['gov2', '/fireDepData'],
  ] as const) {
    const { path, said } = await comesOut(visitor, '/pack/abc')
    expect([path, said]).toEqual([home, ['建筑编号不正确']])
  }
})

test('a preloaded page without access shows no message', async () => {
  await door.signOut()
  const { token, user } = people.get('unit01')!
  startSession(token, user)
  const router = createAppRouter({ sessions: door }, createMemoryHistory({ initialEntries: ['/socialData'] }))
  await router.load()
  for (const { id } of toasts.read()) dismiss(id)
  await router.preloadRoute({ to: '/unitList' })
  expect([router.state.location.pathname, toasts.read()]).toEqual(['/socialData', []])
  await door.signOut()
})
