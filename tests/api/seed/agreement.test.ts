import { type SQL, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { creditCheck, idCheck } from '#contract/unit.rules.ts'
import { PROBLEM_CAUSES as CAUSES } from '#server/evaluation/condition.ts'
import { DEMO_NOW } from '../../support/demo-now.ts'
import { openDemoCity, TODAY } from './demo-city.ts'

const { ask, count, values, close } = await openDemoCity()
afterAll(() => close())

const openProblem = (cause: SQL) =>
  sql`exists (select 1 from problem q where q.point_id = p.id and q.solved_at is null and q.cause ${cause})`

describe('the consistency of the demo city', () => {
  it('refers only to existing rows', async () => {
    const references = [
      ['problem', 'point_id', 'point'],
      ['device_event', 'point_id', 'point'],
      ['device_event', 'building_id', 'building'],
      ['reading', 'point_id', 'point'],
      ['reading', 'building_id', 'building'],
      ['unit', 'organ_id', 'organ'],
      ['notice', 'organ_id', 'organ'],
      ['organ', 'parent_id', 'organ'],
      ['checkin', 'account_id', 'account'],
    ] as const
    for (const [from, column, to] of references) {
      const orphans = sql`select 1 from ${sql.identifier(from)} f where ${sql.identifier(column)} is not null
        and not exists (select 1 from ${sql.identifier(to)} t where t.id = f.${sql.identifier(column)})`
      expect(await count(orphans), `${from}.${column}`).toBe(0)
    }
  })

  it("shows each open problem's cause at its point", async () => {
    const shown: Readonly<Record<string, SQL>> = {
      fault: sql`(p.latest->>'faultStatus' = '1' or p.latest->>'underVoltageAlarm' = '1') and exists (select 1 from device_event e
        where e.point_id = p.id and e.kind = 'fault' and e.ended_at is null)`,
      offline: sql`not p.online and p.reported_at <= q.happened_at`,
      'pressure-high': sql`p.latest->>'alarmStatus' = '2' and (p.latest->>'pressure')::float8 > 0.3`,
      'pressure-low': sql`p.latest->>'alarmStatus' = '1' and (p.latest->>'pressure')::float8 < 0.3`,
      'level-high': sql`p.latest->>'alarmStatus' = '2' and (p.latest->>'level')::float8 > 2.8`,
      'level-low': sql`p.latest->>'alarmStatus' = '1' and (p.latest->>'level')::float8 < 2.4`,
      'pump-manual': sql`p.latest->>'manualAutomaticState' = '1'`,
      'pump-power': sql`p.latest->>'powerState' = '1'`,
      'alarm-unhandled': sql`exists (select 1 from device_event e where e.point_id = p.id and e.state = 0
        and e.occurred_at <= ${DEMO_NOW.toISOString()}::timestamptz - interval '24 hours')`,
    }
    const contradicting: string[] = []
    for (const cause of CAUSES)
      contradicting.push(
        ...(
          await values(sql`select q.cause || ' ' || p.device_name || ' ' || p.latest::text from problem q
          join point p on p.id = q.point_id and p.building_id = q.building_id
          where q.solved_at is null and q.cause = ${cause} and (${shown[cause]}) is not true`)
        ).map(String),
      )
    expect(contradicting).toEqual([])
  })

  it('has an open problem for each point that is offline or reports a value out of range', async () => {
    const silent = sql`select 1 from point p where not online and reported_at is not null and not ${openProblem(sql`= 'offline'`)}`
    const beyond = sql`select 1 from point p where latest->>'alarmStatus' in ('1', '2') and not ${openProblem(sql`in ('pressure-low', 'pressure-high', 'level-low', 'level-high')`)}`
    const manual = sql`select 1 from point p where latest->>'manualAutomaticState' = '1' and not ${openProblem(sql`= 'pump-manual'`)}`
    expect(await count(silent)).toBe(0)
    expect(await count(beyond)).toBe(0)
    expect(await count(manual)).toBe(0)
  })

  it('connects buildings as their points report', async () => {
    const online = sql`select b.access_status, b.must_percent, count(p.id)::int as points,
      (count(*) filter (where p.online))::int as online, (count(p.reported_at))::int as ever
      from building b left join point p on p.building_id = b.id group by b.id`
    const odd = sql`select 1 from (${online}) b where not case access_status
      when 0 then ever = 0 and must_percent = 0
      when 1 then ever = points and online > 0 and must_percent = 100
      when 2 then online > 0 and ever < points and must_percent between 1 and 99
      else online = 0 and ever = points and must_percent = 0 end`
    expect(await count(odd)).toBe(0)
  })

  it("ends each point's readings with its latest state", async () => {
    const newest = sql`select distinct on (point_id) point_id, at, measures from reading order by point_id, at desc`
    const odd = sql`select 1 from (${newest}) r join point p on p.id = r.point_id
      where r.at <> p.reported_at or r.measures <> p.latest`
    expect(await count(odd)).toBe(0)
    expect(await count(sql`select distinct point_id from reading`)).toBeGreaterThan(500)
  })

  it('explains every recent score to the tenth, and all scores are between 0 and 100', async () => {
    const days = await ask<{ score: number; items: { deduction: number; describe: string; pointId: number | null }[] }>(
      sql`select score, items from score_day where day > ${TODAY}::date - 30`,
    )
    expect(days.length).toBeGreaterThan(1000)
    for (const { score, items } of days) {
      const lost = items.reduce((tenths, item) => tenths + Math.round(item.deduction * 10), 0)
      expect(Math.round(score * 10)).toBe(1000 - lost)
      for (const item of items) expect(item.describe).not.toMatch(/undefined|null/)
    }
    expect(
      await count(sql`select 1 from score_day where score < 0 or score > 100 or score * 10 <> round(score * 10)`),
    ).toBe(0)
    expect(await count(sql`select 1 from score_day where day <= ${TODAY}::date - 30 and items <> '[]'`)).toBe(0)
  })

  it('scores every building with points, each day from their registration to today, and no other', async () => {
    const odd = sql`select 1 from building b where exists (select 1 from point p where p.building_id = b.id) <>
      exists (select 1 from score_day s where s.building_id = b.id and s.day = ${TODAY})`
    expect(await count(odd)).toBe(0)
    const gaps = sql`select 1 from score_day group by building_id having count(*) <> max(day) - min(day) + 1`
    expect(await count(gaps)).toBe(0)
  })

  it('gives people and companies ids with valid check digits', async () => {
    const people = await values(sql`select legal_id_card from unit where legal_id_card is not null`)
    const companies = await values(sql`select credit_code from unit where credit_code is not null`)
    expect(people.length).toBeGreaterThan(30)
    for (const number of people.map(String)) expect(idCheck(number.slice(0, 17))).toBe(number.slice(17))
    for (const code of companies.map(String)) {
      expect(code).toHaveLength(18)
      expect(creditCheck(code.slice(0, 17))).toBe(code.slice(17))
    }
  })

  it('writes names without half-width brackets, as the forms require', async () => {
    expect(await count(sql`select 1 from building where name || complex_name ~ '[()]'`)).toBe(0)
  })
})
