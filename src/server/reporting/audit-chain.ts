import { randomBytes } from 'node:crypto'
import { asc, gt, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { audit, auditChain, type KnownSpan, type KnownSpans, type StoredChain } from '../schema/audit.table.ts'
import { MAX_CLOCK_DIFFERENCE_MS, writtenBefore } from '../platform/db/deletion-time.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Secrets } from '../platform/deps.ts'
import { keyed, markedSpans, markSpans, spanCursor } from './audit-spans.ts'

const BATCH = 1_000
const PAGE = 5_000
const DAY_MS = 24 * 3_600_000

export type Ends = Omit<StoredChain, 'row' | 'key' | 'mark' | 'known'>

export interface Chain {
  readonly key: Buffer
  readonly ends: Ends
  readonly isMarked: boolean
}

export const START: Ends = { anchorNumber: 0, anchorHash: '', headNumber: 0, headHash: '', lostNumber: 0 }

export const markOf = (key: Buffer, { anchorNumber, anchorHash, headNumber, headHash, lostNumber }: Ends) =>
  keyed(key, ['ends', anchorNumber, anchorHash, headNumber, headHash, lostNumber])

const microseconds = (at: typeof audit.at | typeof audit.storedAt) => sql`(extract(epoch from ${at}) * 1000000)::bigint`

export const sealedContent = sql<string>`jsonb_build_array(${audit.id}, ${microseconds(audit.at)}, ${audit.action},
  ${audit.accountId}, ${audit.account}, ${audit.county}, ${audit.objectCounties}, ${audit.address},
  ${audit.requestId}, ${audit.detail}, ${microseconds(audit.storedAt)})::text`

export function chainOf(row: StoredChain, { open }: Secrets): Chain {
  const key = Buffer.from(open(row.key), 'hex')
  return { key, ends: row, isMarked: markOf(key, row) === row.mark }
}

export const freshChain = (seal: Secrets['seal'], ends: Ends) => {
  const key = randomBytes(32)
  return { ...ends, key: seal(key.toString('hex')), mark: markOf(key, ends) }
}

/** Without a key that opens the ends count as changed. */
export function openable(row: StoredChain, secrets: Secrets): StoredChain {
  try {
    secrets.open(row.key)
    return row
  } catch {
    return { ...row, ...freshChain(secrets.seal, START), mark: '' }
  }
}

async function lockChain(tx: Db, secrets: Secrets): Promise<Chain> {
  await tx.insert(auditChain).values(freshChain(secrets.seal, START)).onConflictDoNothing()
  const [row] = await tx.select().from(auditChain).for('update')
  if (!row) throw new Error('the audit has no chain')
  const chain = chainOf(openable(row, secrets), secrets)
  if (!chain.isMarked) throw new Error('the ends of the audit chain were changed: run verify-audit')
  return chain
}

async function moveEnds(tx: Db, { key, ends }: Chain, moved: Partial<Ends>): Promise<void> {
  const next = { ...ends, ...moved }
  await tx.update(auditChain).set({ ...moved, mark: markOf(key, next) })
}

async function sealBatch(tx: Db, secrets: Secrets): Promise<number> {
  const chain = await lockChain(tx, secrets)
  const rows = await tx
    .select({ id: audit.id, content: sealedContent })
    .from(audit)
    .where(isNull(audit.number))
    .orderBy(asc(audit.id))
    .limit(BATCH)
  if (rows.length === 0) return 0
  let { headNumber, headHash } = chain.ends
  const sealed = rows.map((row) => {
    headNumber += 1
    headHash = keyed(chain.key, [headNumber, headHash, row.content])
    return { id: row.id, number: headNumber, hash: headHash }
  })
  const column = (name: keyof (typeof sealed)[number]) => sql.param(sealed.map((row) => row[name]))
  await tx.execute(sql`select set_config('audit.seal', 'on', true)`)
  await tx.execute(sql`update audit set number = u.number, hash = u.hash
    from unnest(${column('id')}::bigint[], ${column('number')}::bigint[], ${column('hash')}::text[])
      as u(id, number, hash) where audit.id = u.id`)
  await tx.execute(sql`select set_config('audit.seal', 'off', true)`)
  await moveEnds(tx, chain, { headNumber, headHash })
  return rows.length
}

export async function sealAudit(db: Db, secrets: Secrets): Promise<number> {
  for (let sealed = 0; ;) {
    const done = await db.transaction((tx) => sealBatch(tx, secrets))
    sealed += done
    if (done < BATCH) return sealed
  }
}

/** Only from the start of the chain. */
export async function dropOldAudit(db: Db, secrets: Secrets, at: Date, retentionDays: number): Promise<number> {
  const isOld = writtenBefore(new Date(at.getTime() - retentionDays * DAY_MS), audit.at, audit.storedAt)
  for (let dropped = 0; ;) {
    const done = await db.transaction((tx) => dropBatch(tx, secrets, isOld))
    dropped += done.dropped
    if (!done.isMore) return dropped
  }
}

async function dropBatch(tx: Db, secrets: Secrets, isOld: SQL): Promise<{ dropped: number; isMore: boolean }> {
  const chain = await lockChain(tx, secrets)
  const [row] = await tx.select({ known: auditChain.known }).from(auditChain)
  const known = markedSpans(chain.key, row?.known ?? null)
  const rows = await tx
    .select({ number: audit.number, hash: audit.hash, isOld: sql<boolean>`${isOld}` })
    .from(audit)
    .where(isNotNull(audit.number))
    .orderBy(asc(audit.number))
    .limit(PAGE)
  const kept = rows.findIndex((row) => !row.isOld)
  let old = kept < 0 ? rows : rows.slice(0, kept)
  const lastOld = old.at(-1)?.number ?? 0
  const cut = known.find(({ from, to }) => from <= lastOld && lastOld < to)
  if (cut) old = old.filter(({ number }) => (number ?? 0) < cut.from)
  const last = old.at(-1)
  if (!last) return { dropped: 0, isMore: false }
  const anchorNumber = last.number ?? 0
  await tx.execute(sql`select set_config('audit.sweep', 'anchored', true)`)
  await tx.delete(audit).where(lte(audit.number, anchorNumber))
  await tx.execute(sql`select set_config('audit.sweep', 'off', true)`)
  if (anchorNumber > chain.ends.anchorNumber) await moveEnds(tx, chain, { anchorNumber, anchorHash: last.hash ?? '' })
  const left = known.filter(({ to }) => to > anchorNumber)
  if (left.length < known.length) await tx.update(auditChain).set({ known: markSpans(chain.key, left) })
  return { dropped: old.length, isMore: kept < 0 && rows.length === PAGE }
}

export async function resealChain(tx: Db, secrets: Secrets): Promise<void> {
  const [row] = await tx.select().from(auditChain).for('update')
  if (!row) return
  let plain: string | null = null
  try {
    plain = secrets.open(row.key)
  } catch {
    const { headNumber, headHash } = row
    const ends = { anchorNumber: headNumber, anchorHash: headHash, headNumber, headHash, lostNumber: headNumber }
    await tx.update(auditChain).set(freshChain(secrets.seal, ends))
  }
  if (plain !== null) await tx.update(auditChain).set({ key: secrets.seal(plain) })
}

export async function auditHead(db: Db): Promise<string> {
  const [row] = await db.select().from(auditChain)
  return `${row?.headNumber ?? 0}:${row?.headHash ?? ''}`
}

export type Break =
  | { readonly kind: 'ends' | 'lost-head' }
  | { readonly kind: 'missing' | 'known'; readonly number: number }
  | { readonly kind: 'changed' | 'inserted'; readonly number: number; readonly id: number }

export interface Verified {
  readonly rows: number
  readonly head: { readonly number: number; readonly hash: string }
  readonly lost: number
  readonly unsealed: { readonly count: number; readonly oldest: Date | null }
  readonly late: { readonly count: number; readonly firstId: number | null }
  readonly known: readonly KnownSpan[]
  readonly broken: Break | null
}

/** @param known an earlier head */
export async function verifyAudit(
  db: Db,
  secrets: Secrets,
  known: { readonly number: number; readonly hash: string } | null = null,
): Promise<Verified> {
  return db.transaction((tx) => verifyIn(tx, secrets, known), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

async function verifyIn(
  tx: Db,
  secrets: Secrets,
  known: { readonly number: number; readonly hash: string } | null,
): Promise<Verified> {
  const [row] = await tx.select().from(auditChain)
  const [tail] = await tx
    .select({ count: sql<string>`count(*)`, oldest: sql<string | null>`min(${audit.storedAt})::text` })
    .from(audit)
    .where(isNull(audit.number))
  const walk = await walkAudit(tx, row && chainOf(openable(row, secrets), secrets), row?.known ?? null, known)
  return {
    ...walk,
    head: { number: row?.headNumber ?? 0, hash: row?.headHash ?? '' },
    unsealed: { count: Number(tail?.count ?? 0), oldest: tail?.oldest ? new Date(tail.oldest) : null },
  }
}

export async function walkAudit(
  tx: Db,
  chain: Chain | undefined,
  spans: KnownSpans | null,
  known: { readonly number: number; readonly hash: string } | null = null,
): Promise<Pick<Verified, 'rows' | 'lost' | 'late' | 'known' | 'broken'>> {
  const anchored = chain ? markedSpans(chain.key, spans) : []
  const found = { rows: 0, lost: 0, late: { count: 0, firstId: null as number | null }, known: anchored }
  if (chain && !chain.isMarked) return { ...found, broken: { kind: 'ends' } }
  const { anchorNumber, anchorHash, headNumber, lostNumber } = chain?.ends ?? START
  let [number, hash] = [anchorNumber, anchorHash]
  let isKnownMet = known === null || known.number < anchorNumber || (known.number === number && known.hash === hash)
  let newest = 0
  const cursor = chain && spanCursor(chain.key, anchored)
  let missing: number | null = null
  const pass = (next: number) => {
    for (const { from, to, hash: resumed } of cursor?.passed(next) ?? []) {
      if (to <= number) continue
      if (from > number + 1) missing ??= number + 1
      ;[number, hash] = [to, resumed]
      if (known?.number === to && known.hash === resumed) isKnownMet = true
    }
  }
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const page = await tx
      .select({
        id: audit.id,
        number: sql<string>`${audit.number}`,
        hash: audit.hash,
        content: sealedContent,
        at: audit.at,
        storedAt: audit.storedAt,
      })
      .from(audit)
      .where(gt(audit.number, after))
      .orderBy(asc(audit.number))
      .limit(PAGE)
    for (const row of page) {
      const own = Number(row.number)
      after = own
      if (!chain) return { ...found, broken: { kind: 'ends' } }
      pass(own)
      if (missing !== null) return { ...found, broken: { kind: 'missing', number: missing } }
      if (cursor?.isKnown({ ...row, number: own })) {
        if (known?.number === own) isKnownMet = known.hash === row.hash
        continue
      }
      if (own > 0 && own <= lostNumber) {
        found.lost += 1
        continue
      }
      if (own <= anchorNumber || own > headNumber)
        return {
          ...found,
          broken:
            number < headNumber && own > headNumber
              ? { kind: 'missing', number: number + 1 }
              : { kind: 'inserted', number: own, id: row.id },
        }
      if (own !== number + 1) return { ...found, broken: { kind: 'missing', number: number + 1 } }
      number = own
      hash = keyed(chain.key, [own, hash, row.content])
      if (hash !== row.hash) return { ...found, broken: { kind: 'changed', number: own, id: row.id } }
      if (known?.number === own) isKnownMet = known.hash === hash
      found.rows += 1
      const storedAt = row.storedAt?.getTime() ?? null
      if (storedAt !== null) {
        newest = Math.max(newest, storedAt)
        if (Math.min(storedAt, row.at.getTime()) < newest - MAX_CLOCK_DIFFERENCE_MS) {
          found.late.count += 1
          found.late.firstId ??= row.id
        }
      }
    }
    if (page.length < PAGE) break
  }
  pass(Infinity)
  if (missing !== null) return { ...found, broken: { kind: 'missing', number: missing } }
  const changed = cursor?.changed()
  if (changed) return { ...found, broken: { kind: 'known', number: changed.from } }
  if (number < headNumber) return { ...found, broken: { kind: 'missing', number: number + 1 } }
  return { ...found, broken: isKnownMet ? null : { kind: 'lost-head' } }
}
