import { afterAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { portal } from '#contract/portal.ts'
import { readDatabaseTime } from '#server/platform/db/deletion-time.ts'
import type { Operations } from '#server/platform/deps.ts'
import { NOOP_OPERATIONS } from '#server/platform/noop-operations.ts'
import { compareClocks } from '#server/operations/watch.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { newMetrics, watchedApi } from '../support/watched-api.ts'

const city = await openApi()
afterAll(() => city.close())

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

describe('metrics', () => {
  test(
    'count calls by name and class, without user data',
    city.undone(async (t) => {
      const metrics = newMetrics()
      const api = watchedApi(t, { metrics })
      const token = await t.signIn('unit01')
      await api.request(`${portal.informationList.path}?pageSize=5`)
      await api.request('/user/getUser', { headers: { 'x-auth-token': `${token}x` } })
      const text = await (await api.request('/ops/metrics', {}, from('127.0.0.1'))).text()
      expect(text).toMatch(/fire_call_duration_seconds_count\{call="portal\.informationList",status="2xx"\} 1/)
      expect(text).toMatch(/fire_database_waiting 1/)
      expect(text).toMatch(/process_resident_memory_bytes \d/)
      const labels = [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name]) => name)
      expect(new Set(labels)).toEqual(
        new Set(
          labels.filter((name) =>
            /^(call|status|le|type|kind|space|version|major|minor|patch|task|result|outcome|way|quantile|channel|stream|reason)$/.test(
              name ?? '',
            ),
          ),
        ),
      )
      expect(text).not.toContain('unit01')
    }),
  )

  test(
    'are answered while the database is silent',
    city.undone(async (t) => {
      const metrics = newMetrics({ alerts: () => new Promise(() => undefined) })
      const response = await watchedApi(t, { metrics }).request('/ops/metrics', {}, from('127.0.0.1'))
      expect(await response.text()).toMatch(/fire_database_waiting 1/)
    }),
  )

  test(
    'are available to loopback only, and not through a proxy',
    city.undone(async (t) => {
      const api = watchedApi(t, {})
      const ask = async (address: string, headers: Record<string, string> = {}) =>
        (await api.request('/ops/metrics', { headers }, from(address))).status
      expect(await ask('127.0.0.1')).toBe(200)
      expect(await ask('::1')).toBe(200)
      expect(await ask('192.0.2.7')).toBe(404)
      for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-host'])
        expect([name, await ask('127.0.0.1', { [name]: '192.0.2.7' })]).toEqual([name, 404])
    }),
  )

  test(
    'are available with the token where one is configured',
    city.undone(async (t) => {
      const api = watchedApi(t, { metricsToken: 'a-token-of-some-length' })
      const ask = async (authorization?: string) =>
        (await api.request('/ops/metrics', { headers: authorization ? { authorization } : {} }, from('127.0.0.1')))
          .status
      expect(await ask('Bearer a-token-of-some-length')).toBe(200)
      expect(await ask('Bearer another-token-of-len')).toBe(404)
      expect(await ask()).toBe(404)
    }),
  )
})

test(
  'a clock difference of more than five minutes between process and database is logged and shown by a metric',
  city.undone(async (t) => {
    const compare = async (aheadSec: number) => {
      const metrics = newMetrics()
      t.logged.length = 0
      const now = () => new Date(t.clock.now().getTime() + aheadSec * 1000)
      await compareClocks({ ...t.deps, now, operations: { ...NOOP_OPERATIONS, metrics } })
      const [, shown] = /^fire_clock_difference_seconds (\S+)$/m.exec(await metrics.text()) ?? []
      return [Number(shown), t.logged.map((line) => (JSON.parse(line) as { aheadSec: number }).aheadSec)]
    }
    expect(await compare(0)).toEqual([0, []])
    expect(await compare(299)).toEqual([299, []])
    expect(await compare(-301)).toEqual([-301, [-301]])
    expect(await compare(94_608_000)).toEqual([94_608_000, [94_608_000]])
  }),
)

test('the database’s clock is read to the millisecond', async () => {
  const [before, read, after] = [Date.now(), await readDatabaseTime(city.db), Date.now()]
  // The PostgreSQL server of the tests runs on this machine.
  expect(read.getTime()).toBeGreaterThanOrEqual(before - 1)
  expect(read.getTime()).toBeLessThanOrEqual(after + 1)
})

describe('a request’s id', () => {
  const ask = async (t: TestApi, id?: string) => {
    t.logged.length = 0
    const headers = { 'x-forwarded-for': '192.0.2.1', ...(id ? { 'x-request-id': id } : {}) }
    const response = await t.api.request(auth.picture.path, { method: 'POST', headers })
    const lines = t.logged.map((line) => JSON.parse(line) as { requestId?: string })
    return { answered: response.headers.get('x-request-id'), logged: lines.map(({ requestId }) => requestId) }
  }

  test(
    'that a proxy set is logged and returned',
    city.undone(async (t) => {
      const { answered, logged } = await ask(t, 'balancer-0001')
      expect(answered).toBe('balancer-0001')
      expect(logged).toEqual(['balancer-0001'])
    }),
  )

  test(
    'is created if missing or unfit for a log',
    city.undone(async (t) => {
      for (const given of [undefined, 'short', 'with "quotes" in it', 'x'.repeat(65)]) {
        const { answered, logged } = await ask(t, given)
        expect(answered).toMatch(/^[\w-]{12}$/)
        expect(logged).toEqual([answered])
      }
    }),
  )
})

describe('readiness', () => {
  const ask = async (t: TestApi, operation: Partial<Operations>) => {
    const response = await watchedApi(t, operation).request('/ops/ready')
    return [response.status, ((await response.json()) as { status: string }).status]
  }

  test(
    'is reported when the database answers and has its migrations',
    city.undone(async (t) => {
      expect(await ask(t, {})).toEqual([200, 'ok'])
      expect(await ask(t, { isMigrated: () => Promise.resolve(false) })).toEqual([503, 'migrations'])
      expect(await ask(t, { isMigrated: () => Promise.reject(new Error('gone')) })).toEqual([503, 'database'])
    }),
  )

  test(
    'queried by many at once runs one statement',
    city.undone(async (t) => {
      let looks = 0
      const isMigrated = () => Promise.resolve(++looks > 0)
      const api = watchedApi(t, { isMigrated })
      const answers = await Promise.all(Array.from({ length: 20 }, () => Promise.resolve(api.request('/ops/ready'))))
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
      expect(looks).toBe(1)
    }),
  )

  test(
    'ends first when a process is about to stop: it still answers, and closes kept-alive connections',
    city.undone(async (t) => {
      const isDraining = () => true
      expect(await ask(t, { isDraining })).toEqual([503, 'leaving'])
      const api = watchedApi(t, { isDraining })
      const response = await api.request(`${portal.informationList.path}?pageSize=5`)
      expect(((await response.json()) as { code: number }).code).toBe(200)
      expect(response.headers.get('connection')).toBe('close')
      expect((await api.request('/ops/health')).status).toBe(200)
    }),
  )
})

test(
  'calls beyond the concurrency limit are rejected at once, and later calls succeed',
  city.undone(async (t) => {
    const metrics = newMetrics()
    const api = watchedApi(t, { metrics, callsAtOnce: 2 })
    const ask = () => Promise.resolve(api.request(`${portal.informationList.path}?pageSize=5`))
    const answers = await Promise.all([ask(), ask(), ask(), ask()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 503, 503])
    const refused = answers.find(({ status }) => status === 503)
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(await refused?.json()).toMatchObject({ code: 503, message: '系统繁忙，请稍后再试', data: null })
    expect((await ask()).status).toBe(200)
    expect(await metrics.text()).toMatch(/fire_calls_refused_total 2/)
    expect(await metrics.text()).toMatch(/fire_calls_in_flight 0/)
  }),
)

test(
  'calls with a body have their own limit, twice as high: they succeed while reads are rejected',
  city.undone(async (t) => {
    const metrics = newMetrics()
    const api = watchedApi(t, { metrics, callsAtOnce: 1 })
    const read = () => Promise.resolve(api.request(`${portal.informationList.path}?pageSize=5`))
    const write = () => Promise.resolve(api.request(auth.picture.path, { method: 'POST' }))
    const answers = await Promise.all([read(), read(), write(), write(), write()])
    expect(answers.map(({ status }) => status)).toEqual([200, 503, 200, 503, 503])
    const refused = answers[4]
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(await refused?.json()).toMatchObject({ code: 503, message: '系统繁忙，请稍后再试', data: null })
    expect((await Promise.all([write(), write()])).map(({ status }) => status)).toEqual([200, 200])
    const text = await metrics.text()
    expect(text).toMatch(/fire_calls_refused_total 3/)
    expect(text).toMatch(/fire_calls_in_flight 0/)
    expect(text).not.toMatch(/status="5xx"/)
  }),
)

test(
  'an excess of calls is rejected in portions while other calls proceed',
  city.undone(async (t) => {
    const api = watchedApi(t, { callsAtOnce: 1 })
    const ask = () => Promise.resolve(api.request(`${portal.informationList.path}?pageSize=5`))
    const answered = ask()
    let turn = 0
    let isOver = false
    const count = () => {
      turn += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const toldIn = await Promise.all(
      Array.from({ length: 400 }, async () => {
        const { status } = await ask()
        expect(status).toBe(503)
        return turn
      }),
    )
    isOver = true
    const inTurn = (one: number) => toldIn.filter((at) => at === one).length
    expect(Math.max(...toldIn.map(inTurn))).toBeLessThanOrEqual(100)
    expect(toldIn).toEqual(toldIn.toSorted((a, b) => a - b))
    expect((await answered).status).toBe(200)
  }),
)

test(
  'a call is not counted while its body is being received',
  city.undone(async (t) => {
    const api = watchedApi(t, { callsAtOnce: 1 })
    let finish = () => {}
    const body = new ReadableStream({ start: (controller) => void (finish = () => controller.close()) })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const slow = api.request('/wuye/user/login', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
    await new Promise(setImmediate)
    const other = await api.request(`${portal.informationList.path}?pageSize=5`)
    expect(other.status).toBe(200)
    finish()
    expect(((await (await slow).json()) as { code: number }).code).toBe(400)
  }),
)
