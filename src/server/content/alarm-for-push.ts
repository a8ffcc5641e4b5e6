import { sql } from 'drizzle-orm'
import { ALARM_PHONES, type AlarmDetail } from '#contract/alarm.ts'
import { redact } from '#contract/redact.ts'
import { readAlarm } from '../evaluation/read-alarm.ts'
import type { Db } from '../platform/db/open-db.ts'

/** 4096 less header, padding and the time. */
const MOST_BYTES = 3900

export function fitAlarm(detail: AlarmDetail, mostBytes: number): AlarmDetail | null {
  let fitted: AlarmDetail = { ...(redact(detail, ALARM_PHONES) as AlarmDetail), curves: [] }
  const isOver = () => Buffer.byteLength(JSON.stringify(fitted)) > mostBytes
  for (const list of ['history', 'others', 'acts', 'records'] as const)
    while (isOver() && fitted[list].length > 0) {
      // Others are oldest first.
      const rest = list === 'others' ? fitted.others.slice(1) : fitted[list].slice(0, -1)
      fitted = { ...fitted, [list]: rest } as AlarmDetail
    }
  return isOver() ? null : fitted
}

export async function alarmForPush(
  db: Db,
  alarmId: number,
  accountId: number,
  message: string,
): Promise<AlarmDetail | null> {
  const detail = await readAlarm(db, sql`true`, alarmId, { accountId, unitId: null, isAuthority: false }, false)
  return detail && fitAlarm(detail, MOST_BYTES - Buffer.byteLength(message) - '"at":,"detail":'.length)
}
