import { deliveryChannel } from '#contract/dict/delivery-channel.ts'
import type { ShiftRow } from '#contract/shift-log.ts'
import { fromWireTime } from '#contract/time.ts'
import { ageText } from '#app/parts/alarm/alarm-age.rules.ts'
import { judgedAfterMs, judgedWords, storedState } from '#app/parts/alarm/alarm-words.ts'
import { sharedProgress } from '#app/parts/alarm/shared-progress.ts'

export type Clock = (time: string) => string

export const openWords = (open: readonly ShiftRow[], clock: Clock) =>
  [sharedProgress(open.map(openWord)), ...sharedWords(open, clock)].filter(Boolean)

export function sharedWords(rows: readonly ShiftRow[], clock: Clock) {
  const words = rows.map((row) => handledWords(row, clock))
  const [first = []] = words
  return rows.length > 1 ? first.filter((word) => word && words.every((all) => all.includes(word))) : []
}

export const openWord = (row: ShiftRow) => storedState(row).text

const LATE_MINUTES = 15
export const isLate = (row: ShiftRow) => Math.floor((judgedAfterMs(row) ?? 0) / 60_000) > LATE_MINUTES

export function judgeWords(row: ShiftRow, clock: Clock): string | false {
  if (row.verdict === null) return false
  return judgedWords(row, clock, isLate(row) ? `（超过\u00a0${LATE_MINUTES}\u00a0分）` : '')
}

export const LATE_UNTOLD = '补传未通知'

export const isUnanswered = ({ isOpen, verdict, ackTime }: ShiftRow) => isOpen && verdict === null && ackTime === null

function ackWords(row: ShiftRow, clock: Clock): string | false {
  if (row.ackTime === null) return false
  const ms = row.isFresh ? fromWireTime(row.ackTime).getTime() - fromWireTime(row.alarmTime).getTime() : -1
  const words = [row.ackBy, clock(row.ackTime), '响应'].filter(Boolean).join(' ')
  return ms < 0 ? words : `${words}，用时 ${ageText(ms, false)}`
}

export const handledWords = (row: ShiftRow, clock: Clock) => [
  row.verdict === null && row.ackTime && '待确认',
  judgeWords(row, clock),
  row.note,
  ackWords(row, clock),
  row.called.length > 0 ? `已通知 ${row.called.map(calledWords).join('；')}` : row.isFresh ? '未通知' : LATE_UNTOLD,
]

const calledWords = ({ name, channels, time, isReached, isSending }: ShiftRow['called'][number]) =>
  `${name} ${channels.map((one) => deliveryChannel.label(one)).join('、')} ${time.slice(11, 16)}${isReached ? '' : isSending ? '（发送中）' : '（未送达）'}`
