import type { CHECK_STATES } from '#contract/duty-check.ts'
import { toWireTime } from '#contract/time.ts'
import type { CheckRow } from './duty-check.store.ts'

const wire = (at: number) => toWireTime(new Date(at))

export function checkStateOf(
  { answeredAt, dueAt }: Pick<CheckRow, 'answeredAt' | 'dueAt'>,
  now: Date,
): (typeof CHECK_STATES)[number] {
  if (answeredAt !== null) return answeredAt <= dueAt ? 'answered' : 'late'
  return dueAt > now.getTime() ? 'waiting' : 'missed'
}

export const secondsOf = ({ askedAt, answeredAt }: CheckRow): number | null =>
  answeredAt === null ? null : Math.round((answeredAt - askedAt) / 1000)

export function presentCheck(row: CheckRow, now: Date) {
  const { askedAt, dueAt, answeredAt, ...rest } = row
  return {
    ...rest,
    state: checkStateOf(row, now),
    askTime: wire(askedAt),
    dueTime: wire(dueAt),
    answerTime: answeredAt === null ? null : wire(answeredAt),
    seconds: secondsOf(row),
  }
}
