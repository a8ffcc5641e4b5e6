import { afterAll, expect, test } from 'vitest'
import { content } from '#contract/content.ts'
import { visit } from '#contract/visit.ts'
import { createApi } from '#server/create-api.ts'
import { sweep } from '#server/operations/sweep.ts'
import { readVisits, visitedBuilds } from '#server/operations/visit.store.ts'
import { visitDay } from '#server/schema/visit.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const DAY = 24 * 3_600_000
const FIRST_DAY = '2000-01-01'
const ROUTES = ['/', '/buildingList', '/a/$token']
const ONE = {
  build: '0.1.0+0a1b2c',
  device: 'phone',
  route: '/buildingList',
  lcp: 1200,
  inp: 80,
  shift: 0.02,
  unsent: 0,
  stream: 'live',
} as const

function sampling(t: TestApi, visitSample: number): TestApi {
  const settings = { ...t.deps.settings, visitSample, clientRoutes: ROUTES }
  return { ...t, api: createApi({ ...t.deps, settings }) }
}

async function post(t: TestApi, body: unknown, headers: Record<string, string> = {}, from = '192.0.2.9') {
  const response = await t.api.request(visit.report.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return ((await response.json()) as { code: number }).code
}

test(
  'visits of a day add up by build, page, device and measure; no row is of one visit',
  city.undone(async (bare) => {
    const t = sampling(bare, 1)
    for (const change of [{}, { lcp: 3500, stream: 'cut' }, { figure: 900 }, { device: 'desktop' }])
      expect(await post(t, { ...ONE, ...change })).toBe(200)
    const groups = await readVisits(t.db, FIRST_DAY, null)
    expect(groups).toHaveLength(2)
    const phone = groups.find(({ device }) => device === 'phone')
    expect(phone?.route).toBe('/buildingList')
    expect(phone?.measures.lcp).toEqual([0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0])
    expect(phone?.measures.figure).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    expect(phone?.measures.unsent?.[0]).toBe(3)
    expect(phone?.streams).toEqual({ live: 2, polling: 0, cut: 1, off: 0 })
    const rows = await t.db.select().from(visitDay)
    expect(rows.filter(({ device, measure }) => device === 'phone' && measure === 'lcp')).toHaveLength(1)
  }),
)

test(
  'a page that the client does not have counts as other, and so do builds beyond twenty a day',
  city.undone(async (bare) => {
    const t = sampling(bare, 1)
    const canaries = [
      '/a/13812345678',
      '/张三丰',
      '/buildingList?name=张三丰',
      '/a/eyJhbGciOiJIUzI1NiJ9',
      '13812345678',
    ]
    for (const route of canaries) expect(await post(t, { ...ONE, route })).toBe(200)
    for (let at = 0; at < 30; at++) expect(await post(t, { ...ONE, build: `0.1.${at}` })).toBe(200)
    const stored = JSON.stringify(await t.db.select().from(visitDay))
    expect(['13812345678', '张三丰', 'eyJ'].filter((canary) => stored.includes(canary))).toEqual([])
    expect(new Set((await readVisits(t.db, FIRST_DAY, null)).map(({ route }) => route))).toEqual(
      new Set(['/a/$token', 'other', '/buildingList']),
    )
    const builds = await visitedBuilds(t.db, FIRST_DAY)
    expect([builds.length, builds.includes('other'), builds.includes(ONE.build)]).toEqual([21, true, true])
    expect(await readVisits(t.db, FIRST_DAY, '0.1.3')).toHaveLength(1)
  }),
)

test(
  'junk and personal fields are refused and store nothing',
  city.undone(async (bare) => {
    const t = sampling(bare, 1)
    const junk: unknown[] = [
      {},
      [],
      '{',
      { ...ONE, build: '张三' },
      { ...ONE, device: 'watch' },
      { ...ONE, stream: 'slow' },
      { ...ONE, lcp: -1 },
      { ...ONE, lcp: 1e9 },
      { ...ONE, inp: '80' },
      { ...ONE, shift: null },
      { ...ONE, route: 'x'.repeat(61) },
      { ...ONE, account: 'unit01' },
      { ...ONE, url: 'https://a.cn/?token=1' },
    ]
    const codes = await Promise.all(junk.map((body, at) => post(t, body, {}, `192.0.2.${at + 20}`)))
    expect(codes).toEqual(junk.map(() => 400))
    expect(await post(t, { ...ONE, route: 'x'.repeat(2000) })).toBe(413)
    expect(await post(t, ONE, { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' })).toBe(403)
    expect(await t.db.select().from(visitDay)).toEqual([])
  }),
)

test(
  'a network has a hundred and twenty visits an hour',
  city.undone(async (bare) => {
    const t = sampling(bare, 1)
    for (let at = 0; at < 120; at++) expect(await post(t, ONE)).toBe(200)
    expect(await post(t, ONE)).toBe(429)
    expect(await post(t, ONE, {}, '198.51.100.1')).toBe(200)
    t.clock.pass(3_601_000)
    expect(await post(t, ONE)).toBe(200)
  }),
)

test(
  'answers carry the share of visits to measure; with sampling off they do not, and a report stores nothing',
  city.undone(async (bare) => {
    const headerOf = async (t: TestApi) => (await t.api.request(content.settings.path)).headers.get('server-timing')
    expect(await headerOf(sampling(bare, 0.25))).toBe('visits;dur=0.25')
    const off = sampling(bare, 0)
    expect(await headerOf(off)).toBeNull()
    expect(await post(off, ONE)).toBe(200)
    expect(await off.db.select().from(visitDay)).toEqual([])
  }),
)

test(
  'a day is kept for ninety days',
  city.undone(async (bare) => {
    const t = sampling(bare, 1)
    expect(await post(t, ONE)).toBe(200)
    t.clock.pass(89 * DAY)
    await sweep(t.deps)
    expect(await readVisits(t.db, FIRST_DAY, null)).toHaveLength(1)
    t.clock.pass(2 * DAY)
    await sweep(t.deps)
    expect(await readVisits(t.db, FIRST_DAY, null)).toEqual([])
  }),
)
