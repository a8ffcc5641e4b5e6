import { fromWireTime } from '#contract/time.ts'
import type { checkin } from '#server/schema/checkin.table.ts'
import { type CityClock, HOUR, MINUTE } from './city-clock.ts'
import { UNIT01, UNIT02 } from './plan.ts'
import { rngFor } from './random.ts'
import { FIRST_UNIT_ID } from './unit.ts'

const CHECKIN_DAYS = 60
const SIGNED = 2
const MADE_UP = 1

interface Habit {
  readonly streak: number
  readonly likely: number
  readonly today: boolean
}

// unit01 has not checked in today.
const HABITS: Readonly<Record<number, Habit>> = {
  [UNIT01]: { streak: 6, likely: 0.8, today: false },
  [UNIT02]: { streak: 12, likely: 0.9, today: true },
}
const OTHERS: Habit = { streak: 1, likely: 0.55, today: false }

export function checkinsOf(
  { unitId, id: accountId }: { readonly unitId: number; readonly id: number },
  clock: CityClock,
): (typeof checkin.$inferInsert)[] {
  const rng = rngFor('checkin', unitId)
  const habit = HABITS[unitId - FIRST_UNIT_ID] ?? OTHERS
  const now = clock.now.getTime()
  return Array.from({ length: CHECKIN_DAYS + 1 }, (_, ago) => {
    const signs = ago === 0 ? habit.today : ago <= habit.streak || rng.chance(habit.likely)
    const minute = rng.int(0, 9 * 60)
    const madeUp = ago > 1 && clock.day(ago - 2).slice(0, 7) === clock.day(ago).slice(0, 7) && rng.chance(0.12)
    if (!signs || ago === habit.streak + 1) return []
    const day = clock.day(ago)
    const midnight = fromWireTime(day).getTime()
    const at = midnight + 8 * HOUR + minute * MINUTE
    const done = madeUp ? at + 26 * HOUR : at
    return [{ unitId, day, status: madeUp ? MADE_UP : SIGNED, accountId, at: new Date(Math.min(done, now)) }]
  }).flat()
}
