import { afterAll, expect, test } from 'vitest'
import { fault } from '#contract/fault.ts'
import { shanghaiDay } from '#contract/time.ts'
import { createApi } from '#server/create-api.ts'
import { addVisit } from '#server/operations/visit.store.ts'
import { NOOP_OPERATIONS } from '#server/platform/noop-operations.ts'
import { clientFault } from '#server/schema/client-fault.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { CLIENT_FAULT } from '../support/client-fault.ts'

const city = await openApi()
afterAll(() => city.close())

const TOKEN = 'a-token-of-some-length'
const BASIC = { authorization: `Basic ${Buffer.from(`ops:${TOKEN}`).toString('base64')}` }
const DAY = 24 * 3_600_000

const guarded = (t: TestApi, metricsToken: string | undefined = TOKEN) =>
  createApi({ ...t.deps, operations: { ...NOOP_OPERATIONS, metricsToken } })

async function report(t: TestApi, change: object, build = '0.1.0') {
  await t.call(fault.report, { build, device: 'phone', faults: [{ ...CLIENT_FAULT, ...change }] } as never, null)
}

const placesIn = (page: string) => [...page.matchAll(/class="place">([^<]+)</g)].map(([, place]) => place)

test(
  'the pages of the operator need the token, as a password too, and are not found without one',
  city.undone(async (t) => {
    const api = guarded(t)
    for (const path of ['/ops/faults', '/ops/visits']) {
      const refused = await api.request(path)
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        'Basic realm="ops", charset="UTF-8"',
      ])
      const wrong = { authorization: `Basic ${Buffer.from('ops:another-token-of-len').toString('base64')}` }
      expect((await api.request(path, { headers: wrong })).status).toBe(401)
      expect((await api.request(path, { headers: BASIC })).status).toBe(200)
      expect((await api.request(path, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200)
      expect((await t.api.request(path)).status).toBe(404)
    }
  }),
)

test(
  'faults are listed by their last day or by count, of one build, and escaped',
  city.undone(async (t) => {
    const api = guarded(t)
    const page = async (query = '') => (await api.request(`/ops/faults${query}`, { headers: BASIC })).text()
    expect(await page()).toContain('暂无故障')
    await report(t, { frames: ['often-AbC123.js:1:5'], count: 9 })
    t.clock.pass(DAY)
    await report(t, { frames: ['newest-AbC123.js:1:5'] }, '0.2.0')
    await report(t, { frames: ['often-AbC123.js:1:5'], count: 1 })
    t.clock.pass(1000)
    await report(t, { frames: ['newest-AbC123.js:1:5'] }, '0.2.0')
    expect(placesIn(await page())).toEqual(['newest-AbC123.js:1:5', 'often-AbC123.js:1:5'])
    expect(placesIn(await page('?order=count'))).toEqual(['often-AbC123.js:1:5', 'newest-AbC123.js:1:5'])
    expect(placesIn(await page('?build=0.2.0'))).toEqual(['newest-AbC123.js:1:5'])
    expect(await page('?order=count')).toMatch(/14 天内每天：0、0、0、0、0、0、0、0、0、0、0、0、9、1 次/)
    await t.db.update(clientFault).set({ message: '<script>alert(1)</script>' })
    const hostile = await page('?build="><script>')
    expect(hostile).not.toContain('<script>')
    expect(hostile).toContain('&lt;script&gt;')
  }),
)

test(
  'a known fault is hidden until the next build and can be shown again; another site cannot hide one',
  city.undone(async (t) => {
    const api = guarded(t)
    await report(t, {})
    const [row] = await t.db.select().from(clientFault)
    const page = async (query = '') =>
      placesIn(await (await api.request(`/ops/faults${query}`, { headers: BASIC })).text())
    const hide = async (hidden: string, headers: Record<string, string> = BASIC) => {
      const body = new URLSearchParams({ fault: row!.fingerprint, hidden })
      return (await api.request('/ops/faults/hide', { method: 'POST', body, headers })).status
    }
    expect(await hide('1', {})).toBe(401)
    expect(await hide('1', { ...BASIC, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await page()).toHaveLength(1)
    expect(await hide('1', { ...BASIC, 'sec-fetch-site': 'same-origin' })).toBe(303)
    expect([await page(), await page('?shown=all')]).toEqual([[], [CLIENT_FAULT.frames[0]]])
    await t.db.update(clientFault).set({ hiddenIn: 'former' })
    expect(await page()).toHaveLength(1)
    await hide('1')
    await hide('0')
    expect(await page()).toHaveLength(1)
  }),
)

test(
  'visits show the 75th percentile, its rating and the shares, by page and device',
  city.undone(async (t) => {
    const api = guarded(t)
    const page = async (query = '') => (await api.request(`/ops/visits${query}`, { headers: BASIC })).text()
    expect(await page()).toContain('暂无访问数据')
    const day = shanghaiDay(t.clock.now())
    const visit = { build: '0.1.0', device: 'phone', route: '/buildingList', unsent: 0, stream: 'live' } as const
    for (const lcp of [400, 2500, 2600, 9000]) await addVisit(t.db, day, { ...visit, lcp })
    await addVisit(t.db, day, { ...visit, build: '0.2.0', route: 'other', lcp: 100, stream: 'cut' })
    const text = await page('?build=0.1.0')
    expect(text).toContain('3.0 秒')
    expect(text).toContain('良好 50%，待改进 25%，较差 25%')
    expect(text).toContain('抽样已关闭')
    expect(text).not.toContain('其他页面')
    expect(await page()).toContain('其他页面')
    expect(await page()).toContain('80%，断开 20%')
  }),
)
