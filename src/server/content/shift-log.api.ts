import { LONGEST_SHIFT_DAYS, MOST_OF_SHIFT, SHIFT_HOURS, shiftLog as contract } from '#contract/shift-log.ts'
import { fromWireTime, toWireTime } from '#contract/time.ts'
import { alarmScope } from '../evaluation/alarm.scope.ts'
import { alarmsOfShift } from '../evaluation/alarm.store.ts'
import { presentAlarm } from '../evaluation/present-alarm.ts'
import { presentShelf } from '../evaluation/present-shelf.ts'
import { shelvesSince } from '../evaluation/shelf.store.ts'
import { AppError } from '../platform/app-error.ts'
import { implement } from '../platform/implement.ts'
import { buildingScope } from '../registry/building.scope.ts'
import { calledPersons } from './delivery.store.ts'

const HOUR_MS = 60 * 60_000

function needInRange(since: Date, now: Date): void {
  const wrong =
    since > now
      ? '开始时间不能晚于现在'
      : now.getTime() - since.getTime() > LONGEST_SHIFT_DAYS * 24 * HOUR_MS
        ? `最早可选 ${LONGEST_SHIFT_DAYS} 天前`
        : undefined
  if (wrong !== undefined) throw new AppError(400, wrong, { startTime: wrong })
}

export const shiftLogApi = implement(contract, {
  async read({ startTime }, { db, session, now }) {
    const since = startTime === undefined ? new Date(now.getTime() - SHIFT_HOURS * HOUR_MS) : fromWireTime(startTime)
    needInRange(since, now)
    const { rows, counts } = await alarmsOfShift(db, alarmScope(db, session), since, MOST_OF_SHIFT)
    const persons = await calledPersons(
      db,
      rows.map(({ alarm }) => alarm.id),
    )
    const shelves = await shelvesSince(db, buildingScope(db, session), since, now, MOST_OF_SHIFT + 1)
    return {
      startTime: toWireTime(since),
      endTime: toWireTime(now),
      counts,
      list: rows.map((row) => ({
        ...presentAlarm(row),
        called: persons
          .filter(({ alarmId }) => alarmId === String(row.alarm.id))
          .map(({ firstMs, name, channels, isReached, isSending }) => ({
            name,
            channels,
            time: toWireTime(new Date(firstMs)),
            isReached,
            isSending,
          })),
      })),
      shelves: shelves.slice(0, MOST_OF_SHIFT).map(presentShelf),
      hasMoreShelves: shelves.length > MOST_OF_SHIFT,
    }
  },
})
