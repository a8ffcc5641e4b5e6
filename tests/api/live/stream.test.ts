import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { auth } from '#contract/auth.ts'
import { buildingForm } from '#contract/building-form.ts'
import { live, type LiveAnswer, type LiveChange, STREAM_PATH } from '#contract/live.ts'
import { createApi } from '#server/create-api.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { recordChange } from '#server/platform/record-change.ts'
import { findSession } from '#server/platform/session.ts'
import { NOOP_OPERATIONS } from '#server/platform/noop-operations.ts'
import { buildingScope } from '#server/registry/building.scope.ts'
import { recordApplication, recordBuildings, recordScope } from '#server/registry/building-change.store.ts'
import { building } from '#server/schema/building.table.ts'
import { alarmScene, type AlarmScene } from '../../support/alarm-scene.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'
import { FORM } from '../../support/register-forms.ts'

type Opened = Awaited<ReturnType<typeof openApi>>
let opened: Opened
let t: TestApi
let db: Db
let scene: AlarmScene
const closers: (() => Promise<void>)[] = []

beforeAll(async () => {
  opened = await openApi()
  db = opened.db
  t = await opened.lasting()
  scene = await alarmScene(t)
})
afterAll(() => opened.close())
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const QUICK = { look: 20, soon: 5, heartbeat: 100, figures: 50, session: 50, scope: 200 }

interface Frame {
  readonly event: string
  readonly id: string
  readonly data: unknown
}

function parse(text: string): Frame {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(text)?.[1] ?? ''
  const data = field('data')
  return { event: field('event'), id: field('id'), data: data === '' ? null : JSON.parse(data) }
}

function apiWith(operation: Partial<typeof NOOP_OPERATIONS> = {}, times: object = {}) {
  return createApi({ ...t.deps, operations: { ...NOOP_OPERATIONS, ...operation } }, { ...QUICK, ...times })
}

async function open(token: string, after = '', api = apiWith()) {
  const aborted = new AbortController()
  const path = after === '' ? STREAM_PATH : `${STREAM_PATH}?after=${after}`
  const response = await api.request(path, { headers: { 'x-auth-token': token }, signal: aborted.signal })
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  const seen: Frame[] = []
  const next = async (): Promise<Frame | null> => {
    while (!rest.includes('\n\n')) {
      const { value, done } = await reader.read()
      if (done) return null
      rest += decoder.decode(value, { stream: true })
    }
    const at = rest.indexOf('\n\n')
    const frame = parse(rest.slice(0, at))
    rest = rest.slice(at + 2)
    seen.push(frame)
    return frame
  }
  const until = async (is: (frame: Frame) => boolean): Promise<Frame | null> => {
    for (;;) {
      const frame = await next()
      if (frame === null || is(frame)) return frame
    }
  }
  closers.push(async () => {
    aborted.abort()
    await reader.cancel().catch(() => undefined)
  })
  return { response, next, until, seen }
}

const isChange = (kind: string) => (frame: Frame) =>
  frame.event === 'change' && (frame.data as LiveChange).kind === kind
const changesOf = async (token: string, after: string) =>
  (await t.call(live.changes, { after }, token)).body.data as unknown as LiveAnswer

test('a reported fire reaches the unit’s stream with its row in the list', async () => {
  const stream = await open(await scene.token('unit01'))
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
  expect(stream.response.headers.get('x-accel-buffering')).toBe('no')
  expect((await stream.next())?.id).toMatch(/\.\d+$/)
  await scene.fire()
  const frame = await stream.until(isChange('alarm'))
  const row = await scene.open()
  expect((frame!.data as LiveChange).row).toEqual(row)
  await scene.send('unit01', alarm.verdict, { id: row.id, verdict: 1 })
  const judged = await stream.until((one) => isChange('alarm')(one) && (one.data as LiveChange).row?.verdict === 1)
  expect((judged!.data as LiveChange).version).toBeGreaterThan(row.version)
})

test('a stream and the polling call resume by the same cursor', async () => {
  const token = await scene.token('unit01')
  const stream = await open(token)
  const { id } = (await stream.next())!
  await closers.pop()!()
  await scene.fire(1)
  const again = await open(token, id)
  expect((await again.until(isChange('alarm')))?.data).toMatchObject({ buildingId: String(scene.id) })
  const polled = await changesOf(token, id)
  expect(polled.reset).toBe(false)
  expect(polled.changes.some(({ kind }) => kind === 'alarm')).toBe(true)
  expect((await changesOf(token, polled.cursor)).changes).toEqual([])
})

test('an unknown cursor resets', async () => {
  const token = await scene.token('unit01')
  const stream = await open(token, 'elsewhere.5')
  expect((await stream.next())?.event).toBe('reset')
  expect((await changesOf(token, 'elsewhere.5')).reset).toBe(true)
})

test('each role gets exactly the buildings of its lists, also after bindings change', async () => {
  const accounts = ['unit01', 'unit02', 'wuye01', 'zongdui', 'zhidui', 'jingan', 'isv01']
  const { rows: units } = await db.execute<{ id: number }>(sql`
    select unit_id::int as id from account where account in ('unit01', 'unit02', 'wuye01')`)
  const { rows: all } = await db.execute<{ id: number }>(sql`select id::int as id from building order by id`)
  const ids = all.map(({ id }) => id)
  const drawn = (seed: number) => ids.filter((id) => (id * 7_919 + seed * 104_729) % 5 === 0)
  const before = new Map<string, string>()
  for (const account of accounts) before.set(account, (await changesOf(await scene.token(account), '')).cursor)
  for (const [seed, { id: unitId }] of units.entries())
    for (const buildingId of drawn(seed))
      await db.execute(sql`
        insert into building_unit (building_id, unit_id, kind, created_at, modified_at)
        values (${buildingId}, ${unitId}, 'bound', now(), now()) on conflict do nothing`)
  await recordBuildings(db, ids)
  for (const account of accounts) {
    const token = await scene.token(account)
    const session = (await findSession(db, token, t.clock.now()))!
    const seen = await db.select({ id: building.id }).from(building).where(buildingScope(db, session))
    const { changes, figures } = await changesOf(token, before.get(account)!)
    const isAuthority = session.actor.role === 'government'
    const counties = await db
      .selectDistinct({ county: building.county })
      .from(building)
      .where(buildingScope(db, session))
    expect(new Set(figures.map(({ county }) => county))).toEqual(
      new Set(isAuthority ? counties.map(({ county }) => county) : []),
    )
    const got = changes.filter(({ kind }) => kind === 'building').map(({ buildingId }) => Number(buildingId))
    expect([account, [...new Set(got)].sort()]).toEqual([account, isAuthority ? [] : seen.map(({ id }) => id).sort()])
  }
})

test('nothing of a building arrives after its binding ended', async () => {
  const token = await scene.token('wuye01')
  const session = (await findSession(db, token, t.clock.now()))!
  const stream = await open(token)
  await stream.next()
  await db.transaction(async (tx) => {
    await tx.execute(sql`delete from building_unit where unit_id = ${session.unitId} and building_id = ${scene.id}`)
    await recordScope(tx, { buildingId: scene.id, unitId: session.unitId! })
  })
  await stream.until(isChange('scope'))
  await recordBuildings(db, [scene.id])
  await recordChange(db, { kind: 'message', data: { accounts: [session.accountId] } })
  await stream.until(isChange('message'))
  expect(stream.seen.filter(isChange('building'))).toEqual([])
})

test('an authority gets figures of districts in place of buildings', async () => {
  const stream = await open(await scene.token('jingan'))
  await stream.next()
  await recordBuildings(db, [scene.id])
  const frame = await stream.until(({ event }) => event === 'figures')
  expect(frame?.data).toEqual({ county: '310106', buildingIds: [String(scene.id)] })
  expect(stream.seen.filter(isChange('building'))).toEqual([])
})

test('figures held back when a stream is cut are sent after it resumes by its last cursor', async () => {
  const token = await scene.token('jingan')
  const session = (await findSession(db, token, t.clock.now()))!
  const message = () => recordChange(db, { kind: 'message', data: { accounts: [session.accountId] } })
  const isFigures = ({ event }: Frame) => event === 'figures'
  const stream = await open(token, '', apiWith({}, { figures: 60_000 }))
  await stream.next()
  await recordBuildings(db, [scene.id])
  await stream.until(isFigures)
  await recordBuildings(db, [scene.id])
  await message()
  await stream.until(isChange('message'))
  await message()
  await stream.until(isChange('message'))
  const { id } = stream.seen.findLast((frame) => frame.id !== '')!
  await closers.pop()!()
  const again = await open(token, id)
  expect((await again.until(isFigures))?.data).toEqual({ county: '310106', buildingIds: [String(scene.id)] })
})

test('messages reach only the accounts they are addressed to', async () => {
  const [one, other] = [await scene.token('unit01'), await scene.token('unit02')]
  const session = (await findSession(db, one, t.clock.now()))!
  const cursor = (await changesOf(one, '')).cursor
  await recordChange(db, { kind: 'message', data: { accounts: [session.accountId] } })
  expect((await changesOf(one, cursor)).changes.map(({ kind }) => kind)).toEqual(['message'])
  expect((await changesOf(other, cursor)).changes).toEqual([])
})

test('the application of a provider is a change for the reviewers only', async () => {
  const cursor = (await changesOf(await scene.token('zhidui'), '')).cursor
  await recordApplication(db, {})
  for (const [account, kinds] of [
    ['zhidui', ['approval']],
    ['jingan', []],
    ['unit01', []],
    ['isv01', []],
  ] as const) {
    const { changes } = await changesOf(await scene.token(account), cursor)
    expect([account, changes.map(({ kind }) => kind)]).toEqual([account, kinds])
  }
})

test('a stream ends when its session does, and another is refused with 401', async () => {
  const token = await t.signIn('unit02')
  const stream = await open(token)
  await stream.next()
  await t.call(auth.signOut, {}, token)
  expect((await stream.until(({ event }) => event === 'end'))?.data).toEqual({ code: 401 })
  expect(await stream.next()).toBeNull()
  const refused = await apiWith().request(STREAM_PATH, { headers: { 'x-auth-token': token } })
  expect([refused.status, ((await refused.json()) as { code: number }).code]).toEqual([401, 401])
  expect((await apiWith().request(STREAM_PATH)).status).toBe(401)
})

test('more streams than allowed are refused with 503 and a time to wait, until one ends', async () => {
  const api = apiWith({ streamsAtOnce: 1 })
  const token = await scene.token('unit01')
  await open(token, '', api)
  const refused = await api.request(STREAM_PATH, { headers: { 'x-auth-token': token } })
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await closers.pop()!()
  expect((await open(token, '', api)).response.status).toBe(200)
})

test('an account has a twentieth of the streams; others still open theirs', async () => {
  const api = apiWith({ streamsAtOnce: 40 })
  const token = await scene.token('unit01')
  await open(token, '', api)
  await open(token, '', api)
  expect((await api.request(STREAM_PATH, { headers: { 'x-auth-token': token } })).status).toBe(503)
  expect((await open(await scene.token('wuye01'), '', api)).response.status).toBe(200)
})

test('a stopping process ends its streams with a time to wait', async () => {
  let isDraining = false
  const stream = await open(await scene.token('unit01'), '', apiWith({ isDraining: () => isDraining }))
  await stream.next()
  isDraining = true
  const bye = await stream.until(({ event }) => event === 'bye')
  expect((bye!.data as { waitMs: number }).waitMs).toBeLessThanOrEqual(10_000)
  expect(await stream.next()).toBeNull()
})

test('a stopping process answers a new stream with a time to wait', async () => {
  const stream = await open(await scene.token('unit01'), '', apiWith({ isDraining: () => true }))
  expect(stream.response.status).toBe(200)
  expect((await stream.next())?.event).toBe('bye')
  expect(await stream.next()).toBeNull()
})

test('a stream ends by itself with bye, and a quiet one sends its cursor', async () => {
  const stream = await open(await scene.token('unit01'), '', apiWith({}, { life: 400 }))
  await stream.next()
  const bye = await stream.until(({ event }) => event === 'bye')
  expect(bye?.event).toBe('bye')
  expect(stream.seen.filter(({ event, id }) => event === '' && id !== '').length).toBeGreaterThan(1)
})

test('a building moved to another district is a change for the screens of both', async () => {
  await db.update(building).set({ county: '310101' }).where(eq(building.id, scene.id))
  const of = async (account: string) => ({ account, cursor: (await changesOf(await scene.token(account), '')).cursor })
  const [city, district] = [await of('zhidui'), await of('jingan')]
  const told = { ...FORM, id: scene.id }
  expect((await scene.send('zhidui', buildingForm.edit, { iotBuildingBaseInfoVO: told } as never)).code).toBe(200)
  const seen = async ({ account, cursor }: typeof city) => {
    const { changes, figures } = await changesOf(await scene.token(account), cursor)
    const scopes = changes.filter(({ kind }) => kind === 'scope')
    return [scopes, figures].map((rows) => rows.map(({ county }) => county).toSorted())
  }
  expect(await seen(city)).toEqual([
    ['310101', '310106'],
    ['310101', '310106'],
  ])
  expect(await seen(district)).toEqual([['310106'], ['310106']])
})
