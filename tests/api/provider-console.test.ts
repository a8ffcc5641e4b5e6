import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { auth } from '#contract/auth.ts'
import { may } from '#contract/access.ts'
import { ingest } from '#contract/ingest.ts'
import { providerConsole as calls, type ConsoleSummary, type SignatureFindings } from '#contract/provider-console.ts'
import { provider as reviews } from '#contract/provider.ts'
import { SIGNATURE_REFUSALS } from '#contract/signature.ts'
import { toWireTime } from '#contract/time.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { bodyDigest, sign } from '#server/platform/signature.ts'
import { openApi, PASSWORD, type TestApi } from '../support/api-context.ts'
import { programOf } from '../support/provider-program.ts'
import { DAY, MINUTE } from '../support/sign-in-pages.ts'

const city = await openApi()
afterAll(() => city.close())

const KEYS = demoKeysOf(FIRST_PROVIDER_ID)

async function summaryOf(t: TestApi, token: string): Promise<ConsoleSummary> {
  const { body } = await t.call(calls.summary, {}, token)
  expect([body.code, body.message]).toEqual([200, '操作成功'])
  return body.data as ConsoleSummary
}

const countOf = async (t: TestApi, query: ReturnType<typeof sql>) =>
  Number((await t.db.execute<{ n: string }>(query)).rows[0]!.n)

test('of the calls no other role may make, a provider’s session may make exactly the console’s', () => {
  const actor = { role: 'provider', organLevel: null } as const
  const others = [
    { role: 'unit', organLevel: null },
    { role: 'property', organLevel: null },
    { role: 'government', organLevel: 2 },
  ] as const
  const own = endpoints().filter(({ access }) => may(access, actor) && !others.some((one) => may(access, one)))
  expect(own.map(({ id }) => id)).toEqual(
    Object.values(calls)
      .filter(({ access }) => access === 'provider')
      .map(({ id }) => id),
  )
  const privileged = endpoints().filter(({ access }) => ['unit', 'duty', 'gov', 'gov2', 'desk'].includes(access))
  expect(privileged.filter(({ access }) => may(access, actor))).toEqual([])
})

describe('a rotated secret', () => {
  test(
    'is accepted at once, and the former one for 24 hours more',
    city.undone(async (t) => {
      const token = await t.signIn('isv01')
      const former = programOf(t, FIRST_PROVIDER_ID)
      expect((await former.call(ingest.hello, {})).code).toBe(200)
      expect((await t.call(calls.rotate, { password: 'Wrong@119' }, token)).body).toMatchObject({
        code: 400,
        errors: { password: '密码错误' },
      })
      const { body } = await t.call(calls.rotate, { password: PASSWORD }, token)
      const { secret, formerUntil } = body.data as { secret: string; formerUntil: string }
      const current = programOf(t, 0, { appKey: KEYS.appKey, secret })
      expect(formerUntil).toBe(toWireTime(new Date(t.clock.now().getTime() + DAY)))
      expect((await summaryOf(t, token)).formerUntil).toBe(formerUntil)
      t.clock.pass(DAY - MINUTE)
      for (const program of [former, current]) expect((await program.call(ingest.hello, {})).code).toBe(200)
      t.clock.pass(MINUTE)
      expect((await summaryOf(t, token)).formerUntil).toBeNull()
      t.clock.pass(MINUTE)
      expect((await former.call(ingest.hello, {})).code).toBe(401)
      expect((await current.call(ingest.hello, {})).code).toBe(200)
      expect((await summaryOf(t, token)).formerUntil).toBeNull()
      expect(t.logged.join('\n')).not.toContain(secret)
    }),
  )

  test(
    'of a second rotation ends the first one at once; the authority’s ends both',
    city.undone(async (t) => {
      const token = await t.signIn('isv01')
      const first = programOf(t, FIRST_PROVIDER_ID)
      const rotated = async () =>
        programOf(t, 0, {
          appKey: KEYS.appKey,
          secret: ((await t.call(calls.rotate, { password: PASSWORD }, token)).body.data as { secret: string }).secret,
        })
      const second = await rotated()
      const third = await rotated()
      const codes = () => Promise.all([first, second, third].map(async (p) => (await p.call(ingest.hello, {})).code))
      expect(await codes()).toEqual([401, 200, 200])
      const gov = await t.signIn('zhidui')
      await t.call(reviews.renewKeys, { isvId: String(FIRST_PROVIDER_ID), password: PASSWORD }, gov)
      expect(await codes()).toEqual([401, 401, 401])
    }),
  )
})

test(
  'a suspended provider sees it in the console, and can bind no building',
  city.undone(async (t) => {
    const gov = await t.signIn('zhidui')
    await t.call(reviews.suspend, { isvId: String(FIRST_PROVIDER_ID), reason: '多次误报' }, gov)
    const token = await t.signIn('isv01')
    expect(await summaryOf(t, token)).toMatchObject({
      suspendTime: toWireTime(t.clock.now()),
      suspendReason: '多次误报',
    })
    expect((await t.call(calls.bind, { buildingKey: 'a'.repeat(32) }, token)).body).toMatchObject({
      code: 403,
      message: SIGNATURE_REFUSALS.suspended,
    })
  }),
)

test(
  'only an approved provider sees its key and binds; a rejected one sees the reason',
  city.undone(async (t) => {
    const token = await t.signIn('isv01')
    const key = { buildingKey: 'a'.repeat(32) }
    expect(await summaryOf(t, token)).toMatchObject({ status: 1, appKey: KEYS.appKey, reason: null })
    expect((await t.call(calls.bind, key, token)).body.message).not.toBe(SIGNATURE_REFUSALS.review)
    const [bindable] = (
      await t.db.execute<{ key: string }>(
        sql`update building set provider_id = null where id = (
          select id from building where provider_id = ${FIRST_PROVIDER_ID} order by id limit 1)
          returning app_key as key`,
      )
    ).rows
    expect((await t.call(calls.bind, { buildingKey: bindable!.key }, token)).body.code).toBe(200)
    for (const [status, reason] of [
      [3, '证照不清晰'],
      [2, '证照不清晰'],
    ] as const) {
      await t.db.execute(
        sql`update provider set status = ${status}, reason = ${reason} where id = ${FIRST_PROVIDER_ID}`,
      )
      expect(await summaryOf(t, token)).toMatchObject({ status, appKey: null, reason: status === 3 ? reason : null })
      expect((await t.call(calls.bind, key, token)).body).toMatchObject({
        code: 403,
        message: SIGNATURE_REFUSALS.review,
      })
    }
  }),
)

test(
  'the counts and lists are of the provider’s own buildings and data',
  city.undone(async (t) => {
    const token = await t.signIn('isv01')
    const own = sql`select id from building where provider_id = ${FIRST_PROVIDER_ID}`
    const { buildings } = await summaryOf(t, token)
    expect(buildings).toBe(await countOf(t, sql`select count(*) as n from (${own}) b`))
    const { body } = await t.call(calls.buildings, { pageSize: 100 }, token)
    const { list, total } = body.data as {
      list: { projectId: string; points: number; offline: number }[]
      total: number
    }
    expect(total).toBe(buildings)
    for (const { projectId, points, offline } of list) {
      const of = sql`from point p join building b on b.id = p.building_id where b.open_project_id = ${projectId}`
      expect([points, offline]).toEqual([
        await countOf(t, sql`select count(*) as n ${of}`),
        await countOf(t, sql`select count(*) as n ${of} and not p.online`),
      ])
    }
    const [foreign] = (
      await t.db.execute<{ p: string }>(
        sql`select open_project_id as p from building where provider_id <> ${FIRST_PROVIDER_ID} limit 1`,
      )
    ).rows
    expect((await t.call(calls.received, { projectId: foreign!.p }, token)).body.code).toBe(404)
  }),
)

test(
  'what was received, refused and quarantined is listed with its reason',
  city.undone(async (t) => {
    const token = await t.signIn('isv01')
    const program = programOf(t, FIRST_PROVIDER_ID)
    const before = await summaryOf(t, token)
    const [row] = (
      await t.db.execute<{ project: string; name: string; number: string }>(
        sql`select b.open_project_id as project, b.name, p.point_number as number from point p join building b
          on b.id = p.building_id where b.provider_id = ${FIRST_PROVIDER_ID} and p.api_id = 17 limit 1`,
      )
    ).rows
    const named = { projectId: row!.project, pointNumber: row!.number }
    const time = toWireTime(t.clock.now()) as never
    const ahead = toWireTime(new Date(t.clock.now().getTime() + DAY)) as never
    const items = [
      { ...named, time, measures: { pressure: 0.4 } },
      { ...named, time: ahead, measures: { pressure: 0.4 } },
      { ...named, pointNumber: 'NOWHERE', time, measures: {} },
    ]
    expect((await program.call(ingest.readings, { items })).data).toMatchObject({
      accepted: 1,
      quarantined: 1,
      refused: 1,
    })
    const broken = { items: [{ ...named, time: '昨天' as never, measures: {} }] }
    for (let nth = 0; nth < 2; nth++) expect((await program.call(ingest.readings, broken)).code).toBe(400)
    const [latest] = (await t.call(calls.received, { projectId: row!.project }, token)).body.data as unknown[]
    expect(latest).toMatchObject({
      pointNumber: row!.number,
      systemName: '消防给水及消火栓系统',
      apiId: 17,
      apiName: '消火栓管网压力',
    })
    expect((await t.call(calls.refused, {}, token)).body.data).toMatchObject({
      list: [
        {
          kind: 'readings',
          code: 400,
          batches: 2,
          items: 0,
          message: 'items.*.time：时间格式应为 yyyy-MM-dd HH:mm:ss',
        },
        { kind: 'readings', code: 200, batches: 1, items: 1, message: '建筑或点位不存在' },
      ],
      total: before.refused + 2,
    })
    const held = (await t.call(calls.quarantined, {}, token)).body.data as { list: object[]; total: number }
    expect(held.total).toBe(before.quarantined + 1)
    expect(held.list[0]).toMatchObject({ pointNumber: row!.number, buildingName: row!.name, reason: 'future' })
  }),
)

describe('the check of a signature', () => {
  const BODY = '{"items": []}'
  const PATH = '/open/v1/readings'

  function requestAt(t: TestApi, secret = KEYS.secret) {
    const time = String(t.clock.now().getTime())
    const signed = { method: 'POST', path: PATH, time, nonce: 'nonce-0001', bodyDigest: bodyDigest(BODY) }
    const { bodyDigest: _digest, ...request } = signed
    return { ...request, body: BODY, signature: sign(secret, signed) }
  }
  const found = (body: { data: unknown }) => body.data as SignatureFindings
  const wrongOf = ({ findings }: SignatureFindings) =>
    findings.filter(({ isRight }) => !isRight).map(({ part, message }) => `${part}：${message}`)

  const MISTAKES: readonly [string, (r: ReturnType<typeof requestAt>) => object, RegExp][] = [
    ['a slow clock', (r) => ({ ...r, time: String(Number(r.time) - 6 * MINUTE) }), /time：比服务器时间慢 360 秒/],
    ['seconds', (r) => ({ ...r, time: r.time.slice(0, -3) }), /time：x-time 应为 Unix 时间的毫秒数/],
    ['a short nonce', (r) => ({ ...r, nonce: 'abc' }), /nonce：x-nonce 应为/],
    ['another body', (r) => ({ ...r, body: '{"items":[]}' }), /signature：/],
    ['a final newline', (r) => ({ ...r, body: `${BODY}\n` }), /末尾多出或缺少换行/],
    ['an unsigned query', (r) => ({ ...r, path: `${PATH}?a=1` }), /查询串也要参与签名/],
    [
      'a Base64 signature',
      (r) => ({ ...r, signature: Buffer.from(r.signature, 'hex').toString('base64') }),
      /不是 Base64/,
    ],
    ['another signature', (r) => ({ ...r, signature: 'ab'.repeat(32) }), /appKey 或 secret 有误/],
  ]

  test.each(MISTAKES)('names %s', (_name, change, words) =>
    city.undone(async (t) => {
      const token = await t.signIn('isv01')
      const input = change(requestAt(t))
      const own = found((await t.call(calls.checkSignature, input as never, token)).body)
      expect(own.isAccepted).toBe(false)
      expect(wrongOf(own).join('\n')).toMatch(words)
      const open = found((await t.call(calls.explain, { ...input, appKey: KEYS.appKey } as never)).body)
      expect(wrongOf(open)).toEqual(wrongOf(own))
      expect(JSON.stringify(own)).not.toContain(KEYS.secret)
    })(),
  )

  test(
    'accepts a right one, and one of the former secret during the overlap',
    city.undone(async (t) => {
      const token = await t.signIn('isv01')
      const request = requestAt(t)
      await t.call(calls.rotate, { password: PASSWORD }, token)
      const right = found((await t.call(calls.checkSignature, request, token)).body)
      expect(right.isAccepted).toBe(true)
      expect(right.findings.at(-1)).toEqual({ part: 'provider', isRight: true, message: '已通过审核，未暂停' })
      const gov = await t.signIn('zhidui')
      await t.call(reviews.suspend, { isvId: String(FIRST_PROVIDER_ID), reason: '整改' }, gov)
      const open = found((await t.call(calls.explain, { ...request, appKey: KEYS.appKey })).body)
      expect(wrongOf(open)).toEqual([`provider：${SIGNATURE_REFUSALS.suspended}`])
      await t.db.execute(sql`update provider set status = 2 where id = ${FIRST_PROVIDER_ID}`)
      const waiting = found((await t.call(calls.explain, { ...request, appKey: KEYS.appKey })).body)
      expect(wrongOf(waiting)).toEqual([`provider：${SIGNATURE_REFUSALS.review}`])
    }),
  )

  test(
    'answers the same for a wrong secret as for an unknown appKey, and never the right signature',
    city.undone(async (t) => {
      const request = requestAt(t, 'another secret')
      const [wrong, unknown] = [
        (await t.call(calls.explain, { ...request, appKey: KEYS.appKey })).body.data,
        (await t.call(calls.explain, { ...request, appKey: 'unknown' })).body.data,
      ]
      expect(wrong).toEqual(unknown)
      expect(JSON.stringify(wrong)).not.toContain(requestAt(t).signature)
      const standIn = await t.call(calls.explain, { ...requestAt(t, 'nobody'), appKey: 'unknown' })
      expect(found(standIn.body)).toMatchObject({ isAccepted: false })
    }),
  )

  test(
    'is limited to 30 a minute, and needs every field but the body',
    city.undone(async (t) => {
      const request = { ...requestAt(t), appKey: KEYS.appKey }
      expect((await t.call(calls.explain, { ...request, nonce: '', signature: '' })).body).toMatchObject({
        code: 400,
        errors: { nonce: '请填写 x-nonce', signature: '请填写 x-signature' },
      })
      const codes: number[] = []
      for (let nth = 0; nth < 31; nth++) codes.push((await t.call(calls.explain, request)).body.code)
      expect(codes.filter((code) => code === 200)).toHaveLength(30)
      expect(codes.at(-1)).toBe(429)
      const refused = await t.call(calls.explain, request)
      expect(refused.body.message).toMatch(/检验/)
      // An account’s and another network’s are counted by themselves.
      expect((await t.call(calls.explain, request, null, '203.0.113.9')).body.code).toBe(200)
      const own = await t.call(calls.checkSignature, requestAt(t), await t.signIn('isv01'))
      expect(own.body.code).toBe(200)
    }),
  )
})

test(
  'the password reveals the secret of the current key only',
  city.undone(async (t) => {
    const token = await t.signIn('isv01')
    const { secret } = (await t.call(calls.rotate, { password: PASSWORD }, token)).body.data as { secret: string }
    const shown = (await t.call(auth.revealSecret, { password: PASSWORD }, token)).body.data
    expect(shown).toEqual({ secret })
  }),
)
