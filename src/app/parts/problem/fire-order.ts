import type { AlarmRow } from '#contract/alarm.ts'
import { sameFireAs } from '../alarm-link.tsx'
import { latestOf } from '../alarm/alarm-device.ts'

interface FireRow {
  readonly alarmId?: string | null | undefined
  readonly deviceId?: string | null | undefined
  readonly floor?: string | null | undefined
  readonly time?: string
}

/** Fires first, in the order of the open alarms. */
export function byFire<Row>(
  rows: readonly Row[],
  open: readonly AlarmRow[],
  of: (row: Row) => FireRow | undefined,
): Row[] {
  const pairs = rows.map((row) => ({ row, fire: of(row) }))
  const fires = pairs.flatMap(({ row, fire }) => {
    if (!fire) return []
    const { alarmId, deviceId, time = '' } = fire
    const at = open.findIndex(({ id }) => id === alarmId)
    const alarm = open[at]
    const isLatest = alarm && deviceId && latestOf(alarm).deviceId === deviceId
    const place = isLatest ? 0 : alarm && deviceId && alarm.deviceId === deviceId ? 2 : 1
    return [{ row, alarmId, at: alarm ? at : open.length, place, time }]
  })
  return [
    ...fires
      .sort(
        (a, b) =>
          a.at - b.at ||
          (a.alarmId ?? '').localeCompare(b.alarmId ?? '') ||
          a.place - b.place ||
          b.time.localeCompare(a.time),
      )
      .map(({ row }) => row),
    ...pairs.flatMap(({ row, fire }) => (fire ? [] : [row])),
  ]
}

function leadOf<Row extends FireRow>(row: Row, rows: readonly Row[], open: readonly AlarmRow[]) {
  const alarm = open.find(({ id }) => id === row.alarmId)
  const latest = alarm && latestOf(alarm)
  const same = rows.filter(({ alarmId }) => alarmId === row.alarmId)
  const known = latest?.deviceId ? same.find(({ deviceId }) => deviceId === latest.deviceId) : same[0]
  const isHeaded = alarm !== undefined && alarm.points > 1 && known === undefined
  return { alarm, isHeaded, same, lead: known ?? (isHeaded ? undefined : same[0]), latest }
}

/** @returns undefined for the row that leads its fire */
export function repeatedFire<Row extends FireRow>(
  row: Row,
  rows: readonly Row[],
  open: readonly AlarmRow[],
): string | undefined {
  if (!row.alarmId) return undefined
  const { lead, latest } = leadOf(row, rows, open)
  return lead === row ? undefined : sameFireAs(latest ?? lead ?? {})
}

export function headedFire<Row extends FireRow>(
  row: Row,
  rows: readonly Row[],
  open: readonly AlarmRow[],
): AlarmRow | undefined {
  if (!row.alarmId) return undefined
  const { alarm, isHeaded, same } = leadOf(row, rows, open)
  return isHeaded && same[0] === row ? alarm : undefined
}

export const isNewestOf = (fire: AlarmRow, deviceId: string, at: string | null | undefined) =>
  latestOf(fire).deviceId === deviceId && at !== fire.alarmTime
