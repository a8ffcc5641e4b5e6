import { and, desc, eq, gte, ilike, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import { AUDIT_OBJECTS, type AuditObject } from '#contract/audit-log.ts'
import { fromWireTime } from '#contract/time.ts'
import { account } from '../account/account.table.ts'
import { organ } from '../account/organ.table.ts'
import { AppError } from '../app-error.ts'
import { audit } from '../audit/audit.table.ts'
import { building } from '../building/building.table.ts'
import { holding } from '../db/holding.ts'
import type { Db } from '../db/open-db.ts'
import { conditioned } from '../db/prepared.ts'
import { provider } from '../provider/provider.table.ts'
import { unit } from '../unit/unit.table.ts'

export interface AuditFilter {
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
  readonly account: string
  readonly action: string
  readonly object: string
}

export type AuditEntry = typeof audit.$inferSelect & { readonly name: string | null }

/** Names that a searched word may stand for: more would be no search. */
const MOST_NAMES = 50

/** What was found, unless it is too much: leaving some out would make an audit tell less than there is. */
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

/** What an object's words stand for: one by its number, or those whose name holds them. */
async function aboutNamed(db: Db, words: string): Promise<SQL> {
  const [, kind = '', number] = /^([a-z]+):(\d{1,15})$/.exec(words) ?? []
  if (isObject(kind)) return about(kind, Number(number))
  const named = async (of: AuditObject, table: typeof building | typeof unit | typeof provider) => {
    const { id, name } = table as typeof building
    const rows = await db
      .select({ id })
      .from(table as typeof building)
      .where(ilike(name, holding(words)))
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
    .where(or(ilike(account.account, holding(words)), ilike(account.name, holding(words))))
    .limit(MOST_NAMES + 1)
  const ids = needFew(rows, 'account').map(({ id }) => id)
  return ids.length > 0 ? inArray(audit.accountId, ids) : sql`false`
}

/**
 * The condition of a filter, of the rows in sight (`readableBy`). A day that ends nothing ends with its last second.
 * @throws AppError 400 where a word stands for more names than can be looked up
 */
export async function matching(db: Db, inSight: SQL, filter: AuditFilter): Promise<SQL> {
  const { startTime, endTime, action } = filter
  const until = endTime && (endTime.length === 10 ? `${endTime} 23:59:59` : endTime)
  return (
    and(
      inSight,
      startTime ? gte(audit.at, fromWireTime(startTime)) : undefined,
      until ? lte(audit.at, new Date(fromWireTime(until).getTime() + 999)) : undefined,
      action ? eq(audit.action, action) : undefined,
      filter.account ? await byAccount(db, filter.account) : undefined,
      filter.object ? await aboutNamed(db, filter.object) : undefined,
    ) ?? sql`false`
  )
}

/** Where a page begins: behind a row, told by its time and number. */
export interface Cursor {
  readonly at: Date
  readonly id: number
}

const auditRows = conditioned('audit', (db, where) =>
  db
    .select({ audit, name: account.name })
    .from(audit)
    .leftJoin(account, eq(account.id, audit.accountId))
    .where(where)
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(sql.placeholder('limit')),
)

/** Rows behind a place, newest first. */
export async function readAudit(db: Db, where: SQL, after: Cursor | null, limit: number): Promise<AuditEntry[]> {
  // Compared as one: of two comparisons an index can use none, and a page would cost its depth.
  const behind = after
    ? sql`(${audit.at}, ${audit.id}) < (${after.at.toISOString()}::timestamptz, ${after.id})`
    : undefined
  const rows = await auditRows(db, and(where, behind), { limit })
  return rows.map((row) => ({ ...row.audit, name: row.name }))
}

/** The names of what rows tell of, as they are now: `building:12` to its name. */
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
  return names
}
