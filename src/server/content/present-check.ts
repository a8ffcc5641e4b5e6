import type { CHECK_STATES, TRANSMITTER_CHECKS } from '#contract/duty-check.ts'
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

/** Null: the building has no transmission device. */
export function transmitterStateOf(row: CheckRow, now: Date): (typeof TRANSMITTER_CHECKS)[number] | null {
  const isOpen = checkStateOf(row, now) === 'waiting'
  switch (row.transmitter) {
    case null:
      return null
    case 'answered':
    case 'denied':
      return row.transmitter
    case 'confirmed':
      return 'received'
    case 'silent':
      return 'unconfirmed'
    default:
      if (isOpen) return 'waiting'
      return row.transmitterTries === 0 ? 'offline' : 'unconfirmed'
  }
}

export function presentCheck(row: CheckRow, now: Date) {
  const { askedAt, dueAt, answeredAt, transmitterTries: _tries, ...rest } = row
  return {
    ...rest,
    state: checkStateOf(row, now),
    transmitter: transmitterStateOf(row, now),
    askTime: wire(askedAt),
    dueTime: wire(dueAt),
    answerTime: answeredAt === null ? null : wire(answeredAt),
    seconds: secondsOf(row),
  }
}
