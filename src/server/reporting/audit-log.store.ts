import { and, desc, eq, gte, ilike, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import { AUDIT_OBJECTS, type AuditObject } from '#contract/audit-log.ts'
import type { AuditKind } from '#contract/audit-kinds.ts'
import { actionsOf } from '#contract/dict/audit-action.ts'
import { fromWireTime } from '#contract/time.ts'
import { account } from '../schema/account.table.ts'
import { alarm } from '../schema/alarm.table.ts'
import { organ } from '../schema/organ.table.ts'
import { AppError } from '../platform/app-error.ts'
import { audit } from '../schema/audit.table.ts'
import { building } from '../schema/building.table.ts'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedWhere } from '../platform/db/prepared.ts'
import { provider } from '../schema/provider.table.ts'
import { unit } from '../schema/unit.table.ts'

export interface AuditFilter {
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
  readonly account: string
  readonly action: string
  readonly kind: AuditKind | 'all'
  readonly object: string
}

export type AuditEntry = typeof audit.$inferSelect & { readonly name: string | null }

/** Truncating would make the audit incomplete. */
const MOST_NAMES = 50

function needFew<T>(rows: readonly T[], field: 'account' | 'object'): readonly T[] {
  const said = '符合的名称过多，请输入更完整的名称'
  if (rows.length > MOST_NAMES) throw new AppError(400, said, { [field]: said })
  return rows
}

const about = (kind: AuditObject, id: number) => {
  const facts = JSON.stringify({ [AUDIT_OBJECTS[kind].key]: id })
  return sql`${audit.detail} @> ${facts}::jsonb`
}

const isObject = (kind: string): kind is AuditObject => Object.hasOwn(AUDIT_OBJECTS, kind)

/** `kind:id`, or part of a name. */
async function aboutNamed(db: Db, words: string): Promise<SQL> {
  const [, kind = '', number] = /^([a-z]+):(\d{1,15})$/.exec(words) ?? []
  if (isObject(kind)) return about(kind, Number(number))
  const named = async (of: AuditObject, table: typeof building | typeof unit | typeof provider) => {
    const { id, name } = table as typeof building
    const rows = await db
      .select({ id })
      .from(table as typeof building)
      .where(ilike(name, likePattern(words)))
      .limit(MOST_NAMES + 1)
    return needFew(rows, 'object').map((row) => about(of, row.id))
  }
  const found = [
    ...(await named('building', building)),
    ...(await named('unit', unit)),
    ...(await named('provider', provider)),
  ]
  return or(...found) ?? sql`false`
}

async function byAccount(db: Db, words: string): Promise<SQL> {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(or(ilike(account.account, likePattern(words)), ilike(account.name, likePattern(words))))
    .limit(MOST_NAMES + 1)
  const ids = needFew(rows, 'account').map(({ id }) => id)
  return ids.length > 0 ? inArray(audit.accountId, ids) : sql`false`
}

/** @throws AppError 400 for too many names */
export async function matching(db: Db, inSight: SQL, filter: AuditFilter): Promise<SQL> {
  const { startTime, endTime, action, kind } = filter
  const until = endTime && (endTime.length === 10 ? `${endTime} 23:59:59` : endTime)
  return (
    and(
      inSight,
      startTime ? gte(audit.at, fromWireTime(startTime)) : undefined,
      until ? lte(audit.at, new Date(fromWireTime(until).getTime() + 999)) : undefined,
      action ? eq(audit.action, action) : undefined,
      kind === 'all' ? undefined : inArray(audit.action, [...actionsOf[kind]]),
      filter.account ? await byAccount(db, filter.account) : undefined,
      filter.object ? await aboutNamed(db, filter.object) : undefined,
    ) ?? sql`false`
  )
}

/** Keyset cursor: time and id of the last row read. */
export interface AuditCursor {
  readonly at: Date
  readonly id: number
}

const auditRows = preparedWhere('audit', (db, where) =>
  db
    .select({ audit, name: account.name })
    .from(audit)
    .leftJoin(account, eq(account.id, audit.accountId))
    .where(where)
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(sql.placeholder('limit')),
)

export async function readAudit(db: Db, where: SQL, after: AuditCursor | null, limit: number): Promise<AuditEntry[]> {
  // Uses the index at any depth.
  const behind = after
    ? sql`(${audit.at}, ${audit.id}) < (${after.at.toISOString()}::timestamptz, ${after.id})`
    : undefined
  const rows = await auditRows(db, and(where, behind), { limit })
  return rows.map((row) => ({ ...row.audit, name: row.name }))
}

/** Current names of objects, keyed `kind:id` (`building:12`). */
export async function namesOf(db: Db, ids: Readonly<Partial<Record<AuditObject, ReadonlySet<number>>>>) {
  const names = new Map<string, string>()
  const look = async (
    kind: AuditObject,
    table: typeof building | typeof unit | typeof provider | typeof account | typeof organ,
  ) => {
    const wanted = [...(ids[kind] ?? [])]
    if (wanted.length === 0) return
    const { id, name } = table as typeof building
    const rows = await db
      .select({ id, name })
      .from(table as typeof building)
      .where(inArray(id, wanted))
    for (const row of rows) names.set(`${kind}:${row.id}`, row.name)
  }
  await look('building', building)
  await look('unit', unit)
  await look('provider', provider)
  await look('account', account)
  await look('organ', organ)
  const alarms = [...(ids.alarm ?? [])]
  if (alarms.length > 0) {
    const rows = await db
      .select({ id: alarm.id, name: building.name })
      .from(alarm)
      .innerJoin(building, eq(building.id, alarm.buildingId))
      .where(inArray(alarm.id, alarms))
    for (const row of rows) names.set(`alarm:${row.id}`, `${row.name} #${row.id}`)
  }
  return names
}
