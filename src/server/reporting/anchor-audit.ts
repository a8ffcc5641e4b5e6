import { asc, gt, sql } from 'drizzle-orm'
import type { Secrets } from '../platform/deps.ts'
import type { Db } from '../platform/db/open-db.ts'
import { audit, auditChain, type KnownSpan } from '../schema/audit.table.ts'
import { type Break, chainOf, type Ends, freshChain, markOf, sealedContent, START, walkAudit } from './audit-chain.ts'
import { addToDigest, type BrokenSpan, keyed, markedSpans, markSpans, startDigest } from './audit-spans.ts'

const PAGE = 5_000
/** Retention removes whole spans. */
const LONGEST = 1_000

async function* sealedRows(tx: Db) {
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const page = await tx
      .select({ number: sql<string>`${audit.number}`, hash: audit.hash, content: sealedContent })
      .from(audit)
      .where(gt(audit.number, after))
      .orderBy(asc(audit.number))
      .limit(PAGE)
    for (const row of page) yield { ...row, number: Number(row.number) }
    if (page.length < PAGE) return
    after = Number(page.at(-1)?.number)
  }
}

async function brokenSpans(tx: Db, key: Buffer, ends: Ends, isMarked: boolean) {
  const spans: (BrokenSpan & { rows: number })[] = []
  let number = ends.anchorNumber
  let hash = isMarked ? ends.anchorHash : null
  for await (const row of sealedRows(tx)) {
    const own = row.number
    if (own > 0 && own <= ends.lostNumber) continue
    const isNext = own === number + 1 && own <= ends.headNumber
    const isWhole = isNext && hash !== null && keyed(key, [own, hash, row.content]) === row.hash
    const from = own > ends.anchorNumber ? number + 1 : own
    if (own > ends.anchorNumber) [number, hash] = [own, row.hash ?? '']
    if (isWhole) continue
    const last = spans.at(-1)
    const isLonger = last !== undefined && last.to === from - 1 && last.rows < LONGEST
    const span = isLonger ? last : { from, digest: startDigest(key, from), rows: 0 }
    if (isLonger) spans.pop()
    const digest = addToDigest(key, span.digest, row)
    spans.push({ from: span.from, to: own, hash: row.hash ?? '', digest, rows: span.rows + 1 })
  }
  if (number < ends.headNumber) {
    const from = number + 1
    spans.push({ from, to: ends.headNumber, hash: ends.headHash, digest: startDigest(key, from), rows: 0 })
    return { spans, headNumber: ends.headNumber, headHash: ends.headHash }
  }
  return { spans, headNumber: number, headHash: hash ?? ends.headHash }
}

async function readEnds(tx: Db): Promise<Ends> {
  const [found] = await tx
    .select({
      first: sql<string>`coalesce(min(${audit.number}), 1)`,
      last: sql<string>`coalesce(max(${audit.number}), 0)`,
    })
    .from(audit)
    .where(gt(audit.number, 0))
  return { ...START, anchorNumber: Number(found?.first ?? 1) - 1, headNumber: Number(found?.last ?? 0) }
}

export interface Anchored {
  readonly broken: Break
  readonly spans: readonly KnownSpan[]
}

/** Null: nothing is broken. */
export async function anchorAudit(
  tx: Db,
  secrets: Secrets,
  why: Pick<KnownSpan, 'at' | 'by' | 'reason'>,
): Promise<Anchored | null> {
  const [made] = await tx.insert(auditChain).values(freshChain(secrets.seal, START)).onConflictDoNothing().returning()
  const [stored] = await tx.select().from(auditChain).for('update')
  if (!stored) throw new Error('the audit has no chain')
  let row = stored
  try {
    secrets.open(stored.key)
  } catch {
    row = { ...stored, ...freshChain(secrets.seal, START), mark: '' }
  }
  const { key, ...chain } = chainOf(row, secrets)
  const present = await readEnds(tx)
  const isMarked = chain.isMarked && (made === undefined || present.headNumber === 0)
  const { broken } = await walkAudit(tx, { key, ends: row, isMarked }, row.known)
  if (!broken) return null
  const ends = isMarked ? row : present
  const { spans: found, headNumber, headHash } = await brokenSpans(tx, key, ends, isMarked)
  const known = markedSpans(key, row.known)
  const spans = found.map(({ rows: _rows, ...span }): KnownSpan => {
    const same = known.find(({ from, to, digest }) => from === span.from && to === span.to && digest === span.digest)
    return same ?? { ...span, ...why }
  })
  const { anchorNumber, anchorHash, lostNumber } = ends
  const next = { anchorNumber, anchorHash, headNumber, headHash, lostNumber }
  await tx.update(auditChain).set({ ...next, key: row.key, mark: markOf(key, next), known: markSpans(key, spans) })
  return { broken, spans: spans.filter((span) => !known.includes(span)) }
}
