import type { AlarmRow } from '#contract/alarm.ts'
import type { RecordRow } from '#app/data/record.ts'
import { byFire, isNewestOf } from '#app/parts/problem/fire-order.ts'

export function fireGroups(page: readonly RecordRow[], open: readonly AlarmRow[]) {
  const isBurning = ({ alarmId, status }: RecordRow) => Boolean(alarmId) && status === 0
  const rows =
    open.length === 0
      ? page
      : byFire(page, open, (row) => (isBurning(row) ? { ...row, time: row.alarmTime ?? '' } : undefined))
  const fireOf = (row: RecordRow) => (isBurning(row) ? open.find(({ id }) => id === row.alarmId) : undefined)
  const membersOf = ({ id }: AlarmRow) => rows.filter((row) => isBurning(row) && row.alarmId === id)
  const groupOf = (row: RecordRow) => {
    const fire = fireOf(row)
    return fire && (fire.points > 1 || membersOf(fire).length > 1) ? fire : undefined
  }
  return {
    rows,
    others: open.filter(({ id }) => !rows.some((row) => isBurning(row) && row.alarmId === id)),
    fireOf,
    groupOf,
    headedBy(row: RecordRow) {
      const fire = groupOf(row)
      return fire && membersOf(fire)[0] === row ? fire : undefined
    },
    isAgain(row: RecordRow) {
      const fire = groupOf(row)
      return fire !== undefined && isNewestOf(fire, row.deviceId, row.alarmTime)
    },
  }
}
