import { addDays } from '#contract/time.ts'

export function lastWeekOf<Day extends { readonly date: string }>(days: readonly Day[], today: string): (Day | null)[] {
  const known = days.filter(({ date }) => date.slice(0, 10) <= today).slice(-7)
  return [...Array.from({ length: 7 - known.length }, () => null), ...known]
}

/** Begins with the Monday of the week six days before `today`. */
export function monthWithLastWeek<Day extends { readonly date: string }>(
  before: readonly Day[],
  month: readonly Day[],
  today: string,
): Day[] {
  const weekAgo = addDays(today, -6)
  const monday = addDays(weekAgo, -((new Date(`${weekAgo}T00:00:00Z`).getUTCDay() + 6) % 7))
  return [...before.filter(({ date }) => date.slice(0, 10) >= monday), ...month]
}
