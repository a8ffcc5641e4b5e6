import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import type { Deps } from '../platform/deps.ts'
import { askChecks } from './ask-checks.ts'
import { isWithinHours, minuteOfDay } from './duty-contact.store.ts'
import { markMissed } from './duty-check.store.ts'

const MINUTE_MS = 60_000

interface DuePlan extends Record<string, unknown> {
  readonly id: string
  readonly organ_id: string
  readonly building_ids: readonly string[]
  readonly every_minutes: number
  readonly answer_minutes: number
  readonly hours_from: number
  readonly hours_to: number
  readonly next_at: Date
}

export async function runDutyChecks({ db, now, random }: Pick<Deps, 'db' | 'now' | 'random'>): Promise<void> {
  while (await db.transaction((tx) => runPlan(tx, now(), random)));
  await db.transaction((tx) => markMissed(tx, now()))
}

interface Schedule {
  readonly everyMinutes: number
  readonly hoursFrom: number
  readonly hoursTo: number
}

const minutesUntil = (from: number, to: number) => (to - from + 1440) % 1440

export function planTimes(start: Date, { everyMinutes, hoursFrom, hoursTo }: Schedule, random: () => number) {
  const hours = minutesUntil(hoursFrom, hoursTo)
  const passed = hours === 0 ? 0 : minutesUntil(hoursFrom, minuteOfDay(start))
  const isWithin = hours === 0 || passed < hours
  const wait = isWithin ? 0 : 1440 - passed
  const since = isWithin ? passed : 0
  const left = Math.min(everyMinutes - (since % everyMinutes), hours === 0 ? everyMinutes : hours - since)
  const begin = (Math.floor(start.getTime() / MINUTE_MS) + wait) * MINUTE_MS
  return { dueAt: new Date(begin + random() * left * MINUTE_MS), nextAt: new Date(begin + left * MINUTE_MS) }
}

async function runPlan(tx: Db, now: Date, random: () => number): Promise<boolean> {
  const { rows } = await tx.execute<DuePlan>(sql`
    select id, organ_id, building_ids, every_minutes, answer_minutes, hours_from, hours_to, next_at from duty_check_plan
    where due_at <= ${now.toISOString()}::timestamptz order by due_at limit 1 for update skip locked`)
  const [plan] = rows
  if (!plan) return false
  const nextAt = new Date(plan.next_at)
  const schedule = { everyMinutes: plan.every_minutes, hoursFrom: plan.hours_from, hoursTo: plan.hours_to }
  // After an outage the intervals begin now.
  const times = planTimes(nextAt < now ? now : nextAt, schedule, random)
  await tx.execute(sql`
    update duty_check_plan set due_at = ${times.dueAt.toISOString()}::timestamptz, next_at = ${times.nextAt.toISOString()}::timestamptz
    where id = ${Number(plan.id)}`)
  if (isWithinHours(plan.hours_from, plan.hours_to, now))
    await askChecks(tx, {
      organId: Number(plan.organ_id),
      planId: Number(plan.id),
      buildingIds: plan.building_ids.map(Number),
      answerMinutes: plan.answer_minutes,
      now,
    })
  return true
}
