import { and, eq, ne, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { ingest } from '#contract/ingest.ts'
import { SIGNATURE_REFUSALS } from '#contract/signature.ts'
import { toWireTime } from '#contract/time.ts'
import { account } from '#server/schema/account.table.ts'
import { audit } from '#server/schema/audit.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { sealUnitSecrets } from '#server/registry/seal-secrets.ts'
import { unit } from '#server/schema/unit.table.ts'
import { openApi, PASSWORD, type TestApi } from '../support/api-context.ts'
import { SECRETS } from '../support/database-content.ts'
import { own } from '../support/every-change.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

async function programOfUnit(t: TestApi, account: string) {
  const token = await t.signIn(account)
  const { appKey } = (await t.call(auth.detail, {}, token)).body.data as { appKey: string }
  const { secret } = (await t.call(auth.revealSecret, { password: PASSWORD }, token)).body.data as { secret: string }
  return programOf(t, 0, { appKey, secret })
}

const boundTo = async (t: TestApi, account: string) =>
  t.db
    .select({ projectId: building.openProjectId })
    .from(building)
    .innerJoin(buildingUnit, and(eq(buildingUnit.buildingId, building.id), eq(buildingUnit.kind, 'bound')))
    .where(eq(buildingUnit.unitId, (await own(t, account)).unitId!))
    .orderBy(building.id)

test.each(['unit01', 'wuye01'])('the key of %s reads its own buildings, points and records', (account) =>
  city.undone(async (t) => {
    const program = await programOfUnit(t, account)
    expect((await program.call(ingest.hello, {})).code).toBe(200)
    const bound = await boundTo(t, account)
    const listed = await program.call(ingest.buildings, { pageSize: 100 })
    const { list } = listed.data as { list: { projectId: string }[] }
    expect(list.map(({ projectId }) => ({ projectId }))).toEqual(bound)
    for (const { projectId } of bound) {
      for (const [call, table] of [
        [ingest.points, sql`select count(*)::int as n from point p`],
        [ingest.records, sql`select count(*)::int as n from device_event p`],
      ] as const) {
        const { rows } = await t.db.execute<{ n: number }>(
          sql`${table} join building b on b.id = p.building_id where b.open_project_id = ${projectId}
            ${call === ingest.records ? sql`and p.occurred_at > ${t.clock.now().toISOString()}::timestamptz - interval '31 days'` : sql``}`,
        )
        const { code, data } = await program.call(call, { projectId, pageSize: 1 } as never)
        expect([code, (data as { total: number }).total]).toEqual([200, rows[0]!.n])
      }
    }
  })(),
)

test(
  'a unit’s key reads no other unit’s building and changes nothing',
  city.undone(async (t) => {
    const program = await programOfUnit(t, 'unit01')
    const mine = (await boundTo(t, 'unit01')).map(({ projectId }) => projectId)
    const [foreign] = (await boundTo(t, 'unit02')).filter(({ projectId }) => !mine.includes(projectId))
    for (const call of [ingest.points, ingest.records])
      expect((await program.call(call, { projectId: foreign!.projectId } as never)).code).toBe(404)
    const item = { projectId: mine[0]!, pointNumber: 'U-1' }
    const time = toWireTime(t.clock.now()) as never
    for (const refused of [
      await program.call(ingest.readings, { items: [{ ...item, time, measures: {} }] }),
      await program.call(ingest.events, { items: [{ ...item, time, kind: 'fire', phase: 'begin' }] }),
      await program.call(ingest.bindBuilding, { buildingKey: 'a'.repeat(32) }),
      await program.call(ingest.quarantined, {}),
    ])
      expect(refused).toMatchObject({ code: 403, message: SIGNATURE_REFUSALS.unit })
  }),
)

test(
  'a request signed with a unit’s key is accepted once, and rejected with another secret',
  city.undone(async (t) => {
    const program = await programOfUnit(t, 'unit01')
    const request = await program.signed(program.requestOf(ingest.hello, {}))
    expect((await program.send(request.clone())).body.code).toBe(200)
    expect((await program.send(request)).body.message).toBe(SIGNATURE_REFUSALS.replayed)
    const [row] = await t.db.select({ appKey: unit.appKey }).from(unit).limit(1)
    const forged = programOf(t, 0, { appKey: row!.appKey, secret: 'f'.repeat(32) })
    expect(await forged.call(ingest.hello, {})).toMatchObject({ code: 401, message: SIGNATURE_REFUSALS.signature })
  }),
)

test(
  'a unit’s key is rejected while all accounts of the unit are disabled',
  city.undone(async (t) => {
    const program = await programOfUnit(t, 'unit01')
    const [of] = await t.db.select().from(account).where(eq(account.account, 'unit01'))
    const { id: _, ...other } = { ...of!, account: 'unit01b', phone: null }
    await t.db.insert(account).values(other)
    const set = (name: string, status: number) => t.db.update(account).set({ status }).where(eq(account.account, name))
    await set('unit01', 1)
    expect((await program.call(ingest.hello, {})).code).toBe(200)
    await set('unit01b', 1)
    for (const call of [ingest.hello, ingest.buildings])
      expect(await program.call(call, {})).toMatchObject({ code: 403, message: SIGNATURE_REFUSALS.unitDisabled })
    await set('unit01', 0)
    expect((await program.call(ingest.hello, {})).code).toBe(200)
  }),
)

test(
  'a unit renews its secret with its password: the former one ends at once, and the audit holds neither',
  city.undone(async (t) => {
    const former = await programOfUnit(t, 'unit01')
    const token = await t.signIn('unit01')
    const renew = (password: string, as = token) => t.call(auth.revealSecret, { password, renew: true }, as)
    expect((await renew('Wrong@1234')).body).toMatchObject({ code: 400, errors: { password: '密码错误' } })
    expect((await former.call(ingest.hello, {})).code).toBe(200)
    const { secret } = (await renew(PASSWORD)).body.data as unknown as { secret: string }
    expect(await former.call(ingest.hello, {})).toMatchObject({ code: 401, message: SIGNATURE_REFUSALS.signature })
    const { appKey } = (await t.call(auth.detail, {}, token)).body.data as unknown as { appKey: string }
    expect((await programOf(t, 0, { appKey, secret }).call(ingest.hello, {})).code).toBe(200)
    const shown = await t.call(auth.revealSecret, { password: PASSWORD }, token)
    expect(shown.body.data).toEqual({ secret })
    const rows = await t.db.select().from(audit).where(eq(audit.action, auth.revealSecret.id)).orderBy(audit.id)
    expect(rows.map(({ detail }) => detail['changed'])).toEqual([undefined, ['secret'], undefined])
    expect(JSON.stringify(rows) + t.logged.join('')).not.toContain(secret)
    expect((await renew(PASSWORD, await t.signIn('isv01'))).body.code).toBe(403)
  }),
)

test(
  'requests with one unit’s key are limited to sixty a minute, those of another unit are not',
  city.undone(async (t) => {
    const [program, other] = [await programOfUnit(t, 'unit01'), await programOfUnit(t, 'unit02')]
    const codes = []
    for (let i = 0; i < 61; i++) codes.push((await program.call(ingest.hello, {})).code)
    expect(codes).toEqual([...Array.from({ length: 60 }, () => 200), 429])
    expect(await program.call(ingest.hello, {})).toMatchObject({ message: SIGNATURE_REFUSALS.tooMany })
    expect((await other.call(ingest.hello, {})).code).toBe(200)
    t.clock.pass(60_000)
    expect((await program.call(ingest.hello, {})).code).toBe(200)
  }),
)

test(
  'unit secrets are stored encrypted, those of an earlier version once the server has started',
  city.undone(async (t) => {
    const clear = { secret: 'c'.repeat(32) }
    const [first] = await t.db.select({ id: unit.id }).from(unit).orderBy(unit.id)
    await t.db.update(unit).set(clear).where(eq(unit.id, first!.id))
    await sealUnitSecrets(t.db, SECRETS)
    const rows = await t.db.select({ id: unit.id, secret: unit.secret }).from(unit).where(ne(unit.secret, ''))
    for (const { secret } of rows) expect(secret).toMatch(/^k1\./)
    expect(SECRETS.open(rows.find(({ id }) => id === first!.id)!.secret)).toBe(clear.secret)
  }),
)

test(
  'records are read for a span of at most 31 days',
  city.undone(async (t) => {
    const program = await programOfUnit(t, 'unit01')
    const [{ projectId }] = (await boundTo(t, 'unit01')) as [{ projectId: string }]
    const wide = await program.call(ingest.records, {
      projectId,
      startTime: '2025-01-01',
      endTime: '2025-03-01',
    } as never)
    expect(wide).toMatchObject({ code: 400, errors: { startTime: '时间范围最长 31 天' } })
  }),
)
