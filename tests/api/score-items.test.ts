import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { score, type ScoreProblem } from '#contract/score.ts'
import { addDays } from '#contract/time.ts'
import type { ScoreItem } from '#server/schema/score.table.ts'
import { openApi } from '../support/api-context.ts'
import { withRollback } from '../support/with-rollback.ts'

/** `HISTORIES=1000`: more. */
const HISTORIES = Number(process.env.HISTORIES ?? 30)
const TODAY = '2026-03-23'
const DAYS = 10

const city = await openApi()
afterAll(() => city.close())

const day = (ago: number) => addDays(TODAY, -ago)

/** Null: no deduction. */
const cause = fc.option(fc.constantFrom(0, 0, 1, 2, 5), { freq: 2, nil: null })
const SUBJECTS = [
  { rule: 'online', pointId: null },
  { rule: 'pump-manual', pointId: 11 },
  { rule: 'pump-manual', pointId: 12 },
  { rule: 'problem-week', pointId: 11 },
] as const
/** Undefined: without a score. */
const history = fc.array(fc.option(fc.tuple(cause, cause, cause, cause), { freq: 9, nil: undefined }), {
  minLength: DAYS,
  maxLength: DAYS,
})

interface Run {
  readonly describe: string
  readonly happenTime: string
  readonly solveTime: string | null
}

function runsOf(subject: number, days: readonly (readonly (number | null)[] | undefined)[]): Run[] {
  const runs: { from: number; to: number; describe: string; happenTime: string }[] = []
  for (const [at, lost] of days.entries()) {
    const ago = DAYS - 1 - at
    const began = lost?.[subject]
    if (began === null || began === undefined) continue
    const last = runs.at(-1)
    const text = { describe: textOf(subject, at), happenTime: `${day(ago + began)} 08:00:00` }
    if (last && last.to === at - 1 && began > 0) Object.assign(last, { to: at }, text)
    else runs.push({ from: at, to: at, ...text })
  }
  const current = days.findLastIndex((lost) => lost !== undefined)
  return runs.map(({ to, describe, happenTime }) => ({
    describe,
    happenTime,
    solveTime: to === current ? null : `${day(DAYS - 2 - to)} 00:00:00`,
  }))
}

const textOf = (subject: number, at: number) => `${SUBJECTS[subject]?.rule} ${subject} on day ${at}`

test(
  'an item is an uninterrupted run of days with the text and the time of its last day, and ids are unique',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const { rows } = await t.db.execute<{ id: string }>(sql`
      select bu.building_id as id from building_unit bu join account a on a.unit_id = bu.unit_id and a.account = 'unit01'
      join building b on b.id = bu.building_id and b.scored_on = ${TODAY} where bu.kind = 'bound' order by 1 limit 1`)
    const buildingId = Number(rows[0]!.id)
    await fc.assert(
      fc.asyncProperty(history, (days) =>
        withRollback(t.db, async (db) => {
          await db.execute(sql`delete from score_day where building_id = ${buildingId}`)
          for (const [at, lost] of days.entries()) {
            if (!lost) continue
            const ago = DAYS - 1 - at
            const items = SUBJECTS.flatMap(({ rule, pointId }, subject): ScoreItem[] => {
              const began = lost[subject]
              if (began === null || began === undefined) return []
              const since = `${day(ago + began)} 08:00:00`
              return [{ rule, systemId: 2, deduction: 1, describe: textOf(subject, at), pointId, since }]
            })
            await db.execute(sql`insert into score_day (building_id, day, score, items)
              values (${buildingId}, ${day(ago)}, 80, ${JSON.stringify(items)}::jsonb)`)
          }
          const { body } = await t.call(score.items, { buildingId, pageSize: 100 }, token)
          const { list, total } = body.data as unknown as { list: ScoreProblem[]; total: number }
          const found = list.map(({ describe, happenTime, solveTime }) => ({ describe, happenTime, solveTime }))
          const expected = SUBJECTS.flatMap((_, subject) => runsOf(subject, days))
          const sorted = (runs: readonly Run[]) => runs.map((run) => JSON.stringify(run)).sort()
          expect(sorted(found)).toEqual(sorted(expected))
          expect(total).toBe(expected.length)
          expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
        }),
      ),
      { numRuns: HISTORIES },
    )
  }),
  600_000,
)
