import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { fault } from '#contract/fault.ts'
import { newestFaults } from '#server/operations/fault.store.ts'
import { sweep } from '#server/operations/sweep.ts'
import { createApi } from '#server/create-api.ts'
import { keepAssets, SOURCE_MAPS } from '#server/platform/keep-assets.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { CLIENT_FAULT } from '../support/client-fault.ts'

const city = await openApi()
afterAll(() => city.close())

const DAY = 24 * 3_600_000
const REPORT = { build: '0.1.0+0a1b2c', device: 'phone', faults: [CLIENT_FAULT] } as const

type Fault = Record<string, unknown>
const withFault = (change: Fault) => ({ ...REPORT, faults: [{ ...CLIENT_FAULT, ...change }] })

async function post(t: TestApi, body: unknown, headers: Record<string, string> = {}, from = '192.0.2.9') {
  const response = await t.api.request(fault.report.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return ((await response.json()) as { code: number }).code
}

test(
  'the same fault adds to its group: count, builds, pages and devices; another place begins another',
  city.undone(async (t) => {
    expect(await post(t, REPORT)).toBe(200)
    t.clock.pass(DAY)
    expect(await post(t, { ...withFault({ route: '/alarms' }), build: '0.2.0', device: 'desktop' })).toBe(200)
    expect(await post(t, withFault({ frames: ['other-AbC123.js:1:5'] }))).toBe(200)
    const groups = await newestFaults(t.db, 10)
    expect(groups).toHaveLength(2)
    const merged = groups.find(({ place }) => place.startsWith('page-'))
    expect(merged).toMatchObject({
      count: 4,
      builds: ['0.1.0+0a1b2c', '0.2.0'],
      routes: ['/buildingList', '/alarms'],
      devices: ['phone', 'desktop'],
    })
    expect(merged!.lastSeenAt.getTime() - merged!.firstSeenAt.getTime()).toBe(DAY)
  }),
)

test(
  'a place is read from the source map that the server keeps',
  city.undone(async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'fire-maps-'))
    const map = { version: 3, file: 'src/app/main.tsx', names: [], sources: ['src/app/boot.tsx'], mappings: ';;AAIA' }
    writeFileSync(join(folder, 'page-AbC123.js.map'), JSON.stringify(map))
    const api = createApi({ ...t.deps, settings: { ...t.deps.settings, sourceMaps: folder } })
    const mapped = { ...t, api }
    expect(await post(mapped, withFault({ frames: ['page-AbC123.js:3:1'] }))).toBe(200)
    expect(await post(mapped, withFault({ kind: 'start', frames: ['page-AbC123.js:0:0'] }))).toBe(200)
    expect((await newestFaults(t.db, 10)).map(({ kind, place }) => [kind, place]).toSorted()).toEqual([
      ['error', 'src/app/boot.tsx:5'],
      ['start', 'src/app/main.tsx:1'],
    ])
  }),
)

test(
  'a place of a former build is read from the map that was kept when it was current',
  city.undone(async (t) => {
    const former = mkdtempSync(join(tmpdir(), 'fire-maps-'))
    const map = { version: 3, file: 'src/app/main.tsx', names: [], sources: ['src/app/boot.tsx'], mappings: ';;AAIA' }
    writeFileSync(join(former, 'former-AbC123.js.map'), JSON.stringify(map))
    await keepAssets(t.deps.files, former, t.clock.now(), SOURCE_MAPS)
    const current = mkdtempSync(join(tmpdir(), 'fire-maps-'))
    const api = createApi({ ...t.deps, settings: { ...t.deps.settings, sourceMaps: current } })
    const report = withFault({ frames: ['former-AbC123.js:3:1'] })
    expect(await post({ ...t, api }, report)).toBe(200)
    expect((await newestFaults(t.db, 10)).map(({ place }) => place)).toEqual(['src/app/boot.tsx:5'])
  }),
)

test(
  'messages lose phones, names, tokens and quoted values on the server, too',
  city.undone(async (t) => {
    const canaries = ['13812345678', '张三丰', 'Wang', 'eyJhbGciOiJIUzI1NiJ9', 'wang@example.com', '310101199001011234']
    for (const canary of canaries)
      expect(
        await post(t, withFault({ message: `cannot read ${canary} of "${canary}" at https://a.cn/${canary}` })),
      ).toBe(200)
    const stored = JSON.stringify(await newestFaults(t.db, 10))
    expect(canaries.filter((canary) => stored.includes(canary))).toEqual([])
    expect(stored).toContain('cannot read … of … at …')
  }),
)

test(
  'junk is refused and stores nothing',
  city.undone(async (t) => {
    const junk: unknown[] = [
      {},
      [],
      '{',
      { ...REPORT, build: '张三' },
      { ...REPORT, device: 'watch' },
      { ...REPORT, phone: '13812345678' },
      { ...REPORT, faults: [] },
      { ...REPORT, faults: Array.from({ length: 21 }, () => CLIENT_FAULT) },
      withFault({ kind: 'other' }),
      withFault({ name: 'Type Error' }),
      withFault({ message: 'x'.repeat(301) }),
      withFault({ frames: ['../../etc/passwd:1:1'] }),
      withFault({ frames: Array.from({ length: 9 }, () => CLIENT_FAULT.frames[0]) }),
      withFault({ route: '/a/TOKEN123' }),
      withFault({ route: '/buildDetail?id=7' }),
      withFault({ count: 0 }),
      withFault({ user: '张三' }),
    ]
    const codes = await Promise.all(junk.map((body, at) => post(t, body, {}, `192.0.2.${at + 20}`)))
    expect(codes).toEqual(junk.map(() => 400))
    expect(await post(t, withFault({ message: 'x'.repeat(40_000) }))).toBe(413)
    expect(await newestFaults(t.db, 10)).toEqual([])
  }),
)

test(
  'a page of another site is refused',
  city.undone(async (t) => {
    const foreign = {
      'sec-fetch-site': 'cross-site',
      origin: 'https://elsewhere.example',
      'content-type': 'text/plain',
    }
    expect(await post(t, REPORT, foreign)).toBe(403)
    expect(await newestFaults(t.db, 10)).toEqual([])
  }),
)

test(
  'a network has sixty reports an hour',
  city.undone(async (t) => {
    for (let at = 0; at < 60; at++) expect(await post(t, REPORT)).toBe(200)
    expect(await post(t, REPORT)).toBe(429)
    expect(await post(t, REPORT, {}, '198.51.100.1')).toBe(200)
    t.clock.pass(3_601_000)
    expect(await post(t, REPORT)).toBe(200)
  }),
)

test(
  'groups end ninety days after they were last seen, and the oldest beyond a thousand',
  city.undone(async (t) => {
    expect(await post(t, REPORT)).toBe(200)
    t.clock.pass(89 * DAY)
    expect(await post(t, withFault({ frames: ['other-AbC123.js:1:5'] }))).toBe(200)
    await sweep(t.deps)
    expect(await newestFaults(t.db, 10)).toHaveLength(2)
    t.clock.pass(2 * DAY)
    await sweep(t.deps)
    expect((await newestFaults(t.db, 10)).map(({ place }) => place)).toEqual(['other-AbC123.js:1:5'])
    await t.db.execute(sql`insert into client_fault
      select 'f' || n, 'error', 'Error', '', '', '{}', '{}', '{}', '{}', 1, last_seen_at, last_seen_at + interval '1 second', stored_at
      from client_fault, generate_series(1, 1000) n`)
    await sweep(t.deps)
    const left = await newestFaults(t.db, 2000)
    expect([left.length, left.some(({ place }) => place !== '')]).toEqual([1000, false])
  }),
)
