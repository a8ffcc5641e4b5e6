import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { alarmScene, type AlarmScene, MINUTE } from '../../support/alarm-scene.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const HISTORIES = Number(process.env['ALARM_HISTORIES'] ?? 12)
const ORDERS = 4

const RANK = { provider: 1, unit01: 2, wuye01: 2, jingan: 3, zhidui: 3 } as const
type Who = keyof typeof RANK

interface Tap {
  readonly who: Who
  readonly minutesAgo: number
  readonly state: 1 | 2 | 3 | 4
  /** The record it reports on. */
  readonly record: number
}

interface End {
  readonly who: 'device'
  readonly minutesAgo: number
  readonly record: number
}

const isTap = (one: Tap | End): one is Tap => one.who !== 'device'

function chanceOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function historyOf(chance: (below: number) => number): (Tap | End)[] {
  const people = (['unit01', 'wuye01', 'jingan', 'zhidui'] as const).filter(() => chance(2) === 0).slice(0, 2)
  const minutes = Array.from({ length: 40 }, (_, i) => i + 1)
  const state = () => (chance(4) + 1) as Tap['state']
  const minute = () => minutes.splice(chance(minutes.length), 1)[0]!
  const draw = (who: Who): Tap => ({
    who,
    minutesAgo: minute(),
    state: state(),
    record: chance(3),
  })
  return [
    ...people.flatMap((who) => (chance(3) === 0 ? [draw(who), draw(who)] : [draw(who)])),
    ...Array.from({ length: chance(4) }, () => draw('provider')),
    ...Array.from({ length: chance(4) }, (_, record) => ({ who: 'device' as const, minutesAgo: minute(), record })),
  ]
}

function shuffled<T>(list: readonly T[], chance: (below: number) => number): T[] {
  const left = [...list]
  return Array.from({ length: left.length }, () => left.splice(chance(left.length), 1)[0]!)
}

/** From the actions alone. */
function wanted(taps: readonly Tap[]): { states: number[]; verdict: number | null } {
  const best = (of: readonly Tap[]) =>
    of.reduce<Tap | null>(
      (a, b) =>
        a && (RANK[a.who] > RANK[b.who] || (RANK[a.who] === RANK[b.who] && a.minutesAgo < b.minutesAgo)) ? a : b,
      null,
    )
  const person = best(taps.filter(({ who }) => who !== 'provider'))
  const states = [0, 1, 2].map(
    (record) => (person ?? best(taps.filter((tap) => tap.who === 'provider' && tap.record === record)))?.state ?? 0,
  )
  const isDecided = person !== null || states.every((state) => state > 0)
  return {
    states,
    verdict: isDecided ? (([2, 1, 3, 4] as const).find((state) => states.includes(state)) ?? null) : null,
  }
}

async function arrive(
  scene: AlarmScene,
  id: string,
  fires: readonly object[],
  history: readonly (Tap | End)[],
): Promise<number[]> {
  const codes: number[] = []
  for (const one of history) {
    const at = scene.wire(one.minutesAgo * MINUTE)
    if (!isTap(one)) {
      await scene.report({ ...fires[one.record], phase: 'end', time: at })
      continue
    }
    const { who, state, record } = one
    if (who === 'provider') await scene.report({ ...fires[record], state, handledTime: at, handledBy: '维保' })
    else {
      const times = { tappedTime: at, sentTime: scene.wire(0) }
      codes.push((await scene.send(who, alarm.verdict, { id, verdict: state, ...times })).code)
    }
  }
  return codes
}

async function endOf(t: TestApi, scene: AlarmScene) {
  const rows = async (query: ReturnType<typeof sql>) => (await t.db.execute(query)).rows
  return {
    records: await scene.records(),
    alarms: await rows(
      sql`select verdict, judged_at, judged_rank, acked_at, ended_at from alarm where building_id = ${scene.id}`,
    ),
    conditions: await rows(
      sql`select point_id, cause, since from trouble where building_id = ${scene.id} order by 1, 2`,
    ),
    problems: await rows(
      sql`select point_id, cause, solved_at is null as open from problem where building_id = ${scene.id} and cause = 'alarm-unhandled' order by 1, 3`,
    ),
    score: await rows(
      sql`select score, items from score_day where building_id = ${scene.id} order by day desc limit 1`,
    ),
  }
}

test(
  'verdicts of two people and the provider and the ends of records have the same result in every order of arrival',
  { timeout: 30_000 + HISTORIES * ORDERS * 4_000 },
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    const fires = [await scene.fire(0, 45 * MINUTE), await scene.fire(1, 44 * MINUTE), await scene.fire(2, 43 * MINUTE)]
    const { id } = await scene.open()
    for (const who of ['unit01', 'wuye01', 'jingan', 'zhidui']) await scene.token(who)
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const chance = chanceOf(seed)
      const history = historyOf(chance)
      const ends = []
      for (let order = 0; order < ORDERS; order++) {
        await t.db.execute(sql`savepoint history`)
        const codes = await arrive(scene, id, fires, shuffled(history, chance))
        expect(codes.filter((code) => code !== 200 && code !== 409)).toEqual([])
        const end = await endOf(t, scene)
        await t.db.execute(sql`rollback to savepoint history`)
        const { states, verdict } = wanted(history.filter(isTap))
        expect([seed, end.records.map(({ state }) => state), end.alarms[0]?.['verdict']]).toEqual([
          seed,
          states,
          verdict,
        ])
        ends.push(end)
      }
      for (const end of ends) expect([seed, end]).toEqual([seed, ends[0]])
    }
  }),
)
