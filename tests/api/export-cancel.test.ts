import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { unitManagement } from '#contract/unit-management.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { download } from '#server/schema/download.table.ts'
import { NO_METRICS } from '#server/platform/noop-operations.ts'
import { openApi } from '../support/api-context.ts'
import { watchedApi } from '../support/watched-api.ts'

const city = await openApi()
afterAll(() => city.close())

const UNITS = 6_000

test(
  'an export is read in batches, stops when the client disconnects, and leaves nothing behind',
  city.undone(async (t) => {
    await t.db.execute(sql`
      insert into unit (name, province_no, city_no, county, street_no, type, app_key, secret, created_at, modified_at)
      select '单位' || i, '310000', '310100', '310106', '310106011', 1, 'k' || i, 's', now(), now() from generate_series(1, ${UNITS}::int) i`)
    const token = await t.signIn('jingan')
    const gone = new AbortController()
    let batches = 0
    let leaveAt = Infinity
    const watched = new Proxy(t.db, {
      get(db, key) {
        const value: unknown = Reflect.get(db, key)
        if (typeof value !== 'function') return value
        const call = value as (...given: unknown[]) => unknown
        return (...given: unknown[]) => {
          // Only the page of units has these columns.
          if (key === 'select' && typeof given[0] === 'object' && given[0] !== null && 'accountStatus' in given[0]) {
            batches += 1
            if (batches === leaveAt) gone.abort()
          }
          return call.apply(db, given)
        }
      },
    }) as Db
    const codes: number[] = []
    const metrics = { ...NO_METRICS, called: (_: string, code: number) => void codes.push(code) }
    const api = watchedApi({ deps: { ...t.deps, db: watched } }, { metrics })
    const ask = (signal?: AbortSignal) =>
      api.request(unitManagement.export.path, { headers: { 'x-auth-token': token }, ...(signal && { signal }) })

    const whole = (await (await ask()).json()) as { code: number }
    expect(whole.code).toBe(200)
    expect(batches).toBeGreaterThan(UNITS / 1000)
    const issued = await t.db.$count(download)

    batches = 0
    leaveAt = 3
    await ask(gone.signal)
    const last = batches
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    await t.db.execute('select 1')
    expect([last, batches]).toEqual([3, 3])
    expect(await t.db.$count(download)).toBe(issued)
    expect(t.logged.filter((line) => line.includes('call failed'))).toEqual([])
    expect(codes).toEqual([200, 499])
  }),
)
