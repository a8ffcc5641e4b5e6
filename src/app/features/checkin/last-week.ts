export function lastWeekOf<Day extends { readonly date: string }>(days: readonly Day[], today: string): (Day | null)[] {
  const known = days.filter(({ date }) => date.slice(0, 10) <= today).slice(-7)
  return [...Array.from({ length: 7 - known.length }, () => null), ...known]
}
