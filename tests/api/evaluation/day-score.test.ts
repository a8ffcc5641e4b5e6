import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { score, type ScoreCheck } from '#contract/score.ts'
import { fromWireTime } from '#contract/time.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'
import { dayScore } from '../../support/day-score.ts'
import {
  type HistoryBuilding,
  historyBuilding,
  keepAccountsOnly,
  steps,
  undone,
} from '../../support/history-building.ts'

/** `HISTORIES=1000`: more. */
const HISTORIES = Number(process.env.HISTORIES ?? 12)

const city = await openApi()
afterAll(() => city.close())
const base = await city.lasting()
await keepAccountsOnly(base)
const token = await base.signIn('unit01')

async function scoredBy(t: TestApi, { buildingId }: HistoryBuilding) {
  const { rows } = await t.db.execute<{ status: number; must: number; complete: boolean }>(sql`
    select access_status as status, must_percent as must, access_at is not null as complete from building where id = ${buildingId}`)
  const { status, must, complete } = rows[0]!
  const current = (await t.call(score.current, { buildingId }, token)).body.data as unknown as { score: number | null }
  const groups = (await t.call(score.checks, { buildingId, state: 'fail' }, token)).body.data as unknown as {
    logs: ScoreCheck[]
  }[]
  const logs = groups.flatMap((group) => group.logs)
  const lineOf = ({ deviceNo, deduction, since }: ScoreCheck) =>
    `${deviceNo ?? '-'} ${Math.round(deduction * 10)} ${since === null ? null : fromWireTime(since).getTime()}`
  return {
    complete,
    ids: logs.map(({ id }) => id),
    figures: { status, mustPercent: must, score: current.score, lost: logs.map(lineOf).sort() },
  }
}

const history = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: steps.register },
    { weight: 7, arbitrary: steps.reading },
    { weight: 2, arbitrary: steps.partial },
    { weight: 1, arbitrary: steps.heartbeat },
    { weight: 2, arbitrary: steps.event },
    { weight: 1, arbitrary: steps.end },
    { weight: 1, arbitrary: steps.handle },
    { weight: 1, arbitrary: steps.rename },
    { weight: 4, arbitrary: steps.time },
  ),
  { minLength: 10, maxLength: 40 },
)
const registered = fc.array(steps.register, { minLength: 1, maxLength: 12 })

test('access, score and each deduction equal an independent calculation from the raw reports', async () => {
  await fc.assert(
    fc.asyncProperty(registered, history, (points, happened) =>
      undone(base, async (t) => {
        const building = await historyBuilding(t)
        let wasComplete = false
        for (const step of [...points, ...happened, { does: 'time', minutes: 5 } as const]) {
          await building.take(step)
          const expected = dayScore(building.facts, 30, wasComplete, t.clock.now().getTime())
          wasComplete ||= expected.status === 1
          if (step.does !== 'time') continue
          const { figures, complete, ids } = await scoredBy(t, building)
          expect(figures).toEqual(expected)
          expect(complete).toBe(wasComplete)
          expect(new Set(ids).size).toBe(ids.length)
        }
      }),
    ),
    { numRuns: HISTORIES },
  )
}, 3_600_000)
