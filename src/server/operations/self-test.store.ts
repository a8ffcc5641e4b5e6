import { sql } from 'drizzle-orm'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'

/** After the second missed test. */
const PATIENCE_MS = 5 * 60_000

export interface SelfTestState {
  readonly buildingId: number
  readonly providerId: number
  readonly projectId: string
  readonly pointNumber: string
  readonly phone: string
  readonly everyMinutes: number
  /** All times are the database's. */
  readonly now: Date
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly passedAt: Date | null
  readonly rangAt: Date | null
  readonly tookMs: number | null
  readonly dueAt: Date
}

const dateOf = (ms: unknown) => (typeof ms === 'number' ? new Date(ms) : null)

/** @param lock skips a locked row */
export async function readSelfTest(db: Db, lock = false): Promise<SelfTestState | null> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select s.building_id, b.provider_id, b.open_project_id, p.point_number, s.every_minutes, s.took_ms,
      (select phone from duty_contact d join building_unit u on u.unit_id = d.unit_id where u.building_id = b.id limit 1) as phone,
      ${epochMs('clock_timestamp()')} as now, ${epochMs('s.created_at')} as created, ${epochMs('s.started_at')} as started,
      ${epochMs('s.passed_at')} as passed, ${epochMs('s.rang_at')} as rang
    from self_test s join building b on b.id = s.building_id join point p on p.id = s.point_id
    ${lock ? sql`for update of s skip locked` : sql``}`)
  const [row] = rows
  if (!row) return null
  const everyMinutes = Number(row['every_minutes'])
  const createdAt = new Date(Number(row['created']))
  const passedAt = dateOf(row['passed'])
  const last = (passedAt ?? createdAt).getTime()
  return {
    buildingId: Number(row['building_id']),
    providerId: Number(row['provider_id']),
    projectId: String(row['open_project_id']),
    pointNumber: String(row['point_number']),
    phone: String(row['phone'] ?? ''),
    everyMinutes,
    now: new Date(Number(row['now'])),
    createdAt,
    startedAt: dateOf(row['started']),
    passedAt,
    rangAt: dateOf(row['rang']),
    tookMs: row['took_ms'] === null ? null : Number(row['took_ms']),
    dueAt: new Date(last + 2 * everyMinutes * 60_000 + PATIENCE_MS),
  }
}
