import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { openApi, type TestApi } from '../../support/api-context.ts'
import { ITEM_TYPES } from '../../support/day-score.ts'
import { historyBuilding, keepAccountsOnly, type Step, steps, undone } from '../../support/history-building.ts'

/** `HISTORIES=500`: more. */
const HISTORIES = Number(process.env.HISTORIES ?? 8)
const MINUTE = 60_000
const INTERVAL = 30 * MINUTE

const city = await openApi()
afterAll(() => city.close())
const base = await city.lasting()
await keepAccountsOnly(base)

const scoreOf = async (t: TestApi, buildingId: number) =>
  (await t.db.execute<{ score: number }>(sql`select latest_score as score from building where id = ${buildingId}`))
    .rows[0]!.score
const problemsOf = async (t: TestApi, buildingId: number) =>
  (
    await t.db.execute<{ key: string }>(sql`
      select concat_ws(' ', id, cause, happened_at) as key from problem where building_id = ${buildingId} and solved_at is null order by 1`)
  ).rows.map(({ key }) => key)

const registered = fc.array(steps.register, { minLength: 1, maxLength: 8 })
/** Late reports are later than registrations. */
const settled: Step = { does: 'time', minutes: 301 }
const history = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: steps.reading },
    { weight: 1, arbitrary: steps.event },
    { weight: 1, arbitrary: steps.end },
    { weight: 1, arbitrary: steps.handle },
    { weight: 5, arbitrary: steps.time },
  ),
  { minLength: 10, maxLength: 40 },
)

/** Too low for any height, between two too low for the first only. */
const LOW_BY_HEIGHT: Step[] = [0.02, 0.08, 0.02].map((pressure) => ({
  does: 'reading',
  which: 0,
  late: 0,
  measures: { pressure },
}))
const LOWERED: Step[] = [
  { does: 'height', height: 20 },
  { does: 'height', height: 20 },
]

/** ms after the first; device time of a reading. */
function timesOf(all: readonly Step[]): { at: number; device: number }[] {
  let at = 0
  return all.map((step) => {
    at += 1000
    if (step.does === 'time') at += step.minutes * MINUTE
    return { at, device: step.does === 'reading' ? at - step.late * MINUTE : at }
  })
}

/** Null before the first point. */
async function scoresOf(all: readonly Step[]): Promise<(number | null)[]> {
  return undone(base, async (t) => {
    const { take, buildingId } = await historyBuilding(t)
    const scores: (number | null)[] = []
    for (const step of all) {
      await take(step)
      scores.push(step.does === 'time' ? await scoreOf(t, buildingId) : null)
    }
    return scores
  })
}

describe("a building's score never rises", () => {
  test('because a point is silent, or sends heartbeats only, instead of reporting', async () => {
    await fc.assert(
      fc.asyncProperty(
        registered,
        history,
        fc.nat(99),
        fc.nat(99),
        fc.nat(99),
        fc.boolean(),
        async (points, happened, which, from, to, isHeartbeat) => {
          const all: Step[] = [...points, settled, ...happened, { does: 'time', minutes: 31 }]
          const times = timesOf(all)
          const chosen = which % points.length
          const own = all
            .flatMap((step, i) => (step.does === 'reading' && step.which % points.length === chosen ? [i] : []))
            .sort((a, b) => times[a]!.device - times[b]!.device)
          fc.pre(own.length > 0)
          // The others are further apart than the interval.
          const [first, last] = [from % own.length, to % own.length].sort((a, b) => a - b) as [number, number]
          const gap =
            (times[own[last + 1] ?? -1]?.device ?? Infinity) - (times[own[first - 1] ?? -1]?.device ?? -Infinity)
          fc.pre(gap > INTERVAL)
          const replaced = new Set(own.slice(first, last + 1))
          const silent = all.map((step, i): Step => {
            if (!replaced.has(i) || step.does !== 'reading') return step
            return isHeartbeat ? { does: 'heartbeat', which: step.which } : { does: 'time', minutes: 0 }
          })
          const [spoken, unspoken] = [await scoresOf(all), await scoresOf(silent)]
          const believedUntil = Math.max(...[...replaced].map((i) => times[i]!.device)) + INTERVAL
          for (const [i, score] of spoken.entries()) {
            if (score === null || (times[i]!.at < believedUntil && i > Math.min(...replaced))) continue
            expect(unspoken[i], `step ${i}`).toBeLessThanOrEqual(score)
          }
        },
      ),
      { numRuns: HISTORIES },
    )
  }, 3_600_000)

  test('because time passes without a report', async () => {
    await fc.assert(
      fc.asyncProperty(
        registered,
        history,
        fc.array(steps.time, { minLength: 3, maxLength: 8 }),
        (points, happened, later) =>
          undone(base, async (t) => {
            const { take, buildingId } = await historyBuilding(t)
            for (const step of [...points, settled, ...happened, settled]) await take(step)
            let before = await scoreOf(t, buildingId)
            for (const step of later) {
              await take(step)
              const after = await scoreOf(t, buildingId)
              expect(after).toBeLessThanOrEqual(before)
              before = after
            }
          }),
      ),
      { numRuns: HISTORIES },
    )
  }, 3_600_000)

  test('and no problem ends, because master data change', async () => {
    const change = fc.oneof(steps.rename, steps.height, steps.retype)
    await fc.assert(
      fc.asyncProperty(
        registered,
        history,
        fc.array(change, { minLength: 2, maxLength: 6 }),
        (points, happened, changes) =>
          undone(base, async (t) => {
            const { take, evaluate, buildingId, facts } = await historyBuilding(t)
            for (const step of [...points, settled, ...happened, settled]) await take(step)
            for (const step of changes) {
              const before = { score: await scoreOf(t, buildingId), problems: await problemsOf(t, buildingId) }
              const type = step.does === 'retype' ? facts[step.which % facts.length]! : null
              // Of a point that never reported.
              const isSlip = type && (await isMute(t, buildingId, type.pointNumber))
              const systemOf = (apiId: number) => ITEM_TYPES[apiId]![0]
              if (step.does === 'retype' && (isSlip || systemOf(step.apiId) !== systemOf(type!.apiId))) continue
              await take(step)
              await t.db.execute(sql`update building_state set checked_day = null, due_at = 'epoch'`)
              await evaluate()
              expect(await scoreOf(t, buildingId)).toBeLessThanOrEqual(before.score)
              expect(await problemsOf(t, buildingId)).toEqual(expect.arrayContaining(before.problems))
            }
          }),
      ),
      { numRuns: HISTORIES, examples: [[[{ does: 'register', apiId: 17 }], LOW_BY_HEIGHT, LOWERED]] },
    )
  }, 3_600_000)
})

const isMute = async (t: TestApi, buildingId: number, pointNumber: string) =>
  (
    await t.db.execute(sql`
      select 1 from point where building_id = ${buildingId} and point_number = ${pointNumber} and valid_at is null`)
  ).rows.length > 0
