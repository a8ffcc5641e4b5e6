import type { MessageHead } from '#contract/message.ts'
import { formatDay } from '#app/lib/format.ts'
import { dayWords } from '#app/lib/day-words.ts'

export function wordsByFirstOfDay(rows: readonly MessageHead[], now: Date): ReadonlyMap<string, string> {
  const days = new Map<string, string>()
  let last = ''
  for (const { id, sendTime } of rows) {
    const day = formatDay(sendTime)
    if (day !== last) days.set(id, dayWords(day, now))
    last = day
  }
  return days
}
