import { asc, gt, sql } from 'drizzle-orm'
import type { Secrets } from '../platform/deps.ts'
import type { Db } from '../platform/db/open-db.ts'
import { audit, auditChain, type KnownSpan, type StoredChain } from '../schema/audit.table.ts'
import {
  type Break,
  type Chain,
  chainOf,
  type Ends,
  freshChain,
  markOf,
  openable,
  sealedContent,
  START,
  walkAudit,
} from './audit-chain.ts'
import { addToDigest, type BrokenSpan, keyed, markedSpans, markSpans, spanCursor, startDigest } from './audit-spans.ts'

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

interface Walked extends Chain {
  readonly known: readonly KnownSpan[]
}

async function walkSpans(tx: Db, { key, ends, isMarked, known }: Walked) {
  const spans: (BrokenSpan & { rows: number })[] = []
  let number = ends.anchorNumber
  let hash = isMarked ? ends.anchorHash : null
  const cursor = spanCursor(key, known)
  const lose = (to: number, resumed = '') => {
    const from = number + 1
    if (number < to) spans.push({ from, to, hash: resumed, digest: startDigest(key, from), rows: LONGEST })
  }
  const pass = (next: number) => {
    for (const span of cursor.passed(next)) {
      if (span.to > number) {
        lose(span.from - 1)
        ;[number, hash] = [span.to, span.hash]
      }
      spans.push({ ...span, rows: LONGEST })
    }
  }
  for await (const row of sealedRows(tx)) {
    const own = row.number
    pass(own)
    if (cursor.isKnown(row) || (own > 0 && own <= ends.lostNumber)) continue
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
  pass(Infinity)
  if (number < ends.headNumber) {
    lose(ends.headNumber, ends.headHash)
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

async function findBroken(tx: Db, row: StoredChain, wasRemoved: boolean, secrets: Secrets) {
  const { key, ...chain } = chainOf(row, secrets)
  const present = await readEnds(tx)
  const isMarked = chain.isMarked && (!wasRemoved || present.headNumber === 0)
  const { broken } = await walkAudit(tx, { key, ends: row, isMarked }, row.known)
  if (!broken) return null
  const known = markedSpans(key, row.known)
  const ends = isMarked ? row : present
  const { spans: found, ...head } = await walkSpans(tx, { key, ends, isMarked, known })
  const { anchorNumber, anchorHash, lostNumber } = ends
  const spans = found.map(({ from, to, hash, digest }) => ({
    span: { from, to, hash, digest },
    kept: known.find((one) => one.from === from && one.to === to && one.digest === digest),
  }))
  const fresh = spans.filter(({ kept }) => !kept).map(({ span }) => span)
  return { broken, key, spans, fresh, ends: { anchorNumber, anchorHash, lostNumber, ...head } }
}

const rangesOf = (spans: readonly BrokenSpan[]): string =>
  spans.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(',')

/** @returns e.g. `5,9-12` */
export async function findBrokenRanges(db: Db, secrets: Secrets): Promise<string> {
  const read = async (tx: Db) => {
    const [stored] = await tx.select().from(auditChain)
    const made = { row: 1, known: null, ...freshChain(secrets.seal, START) }
    return findBroken(tx, openable(stored ?? made, secrets), stored === undefined, secrets)
  }
  const found = await db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
  return rangesOf(found?.fresh ?? [])
}

export interface Anchored {
  readonly broken: Break
  readonly spans: readonly BrokenSpan[]
}

/** @returns a string: other ranges are broken; null: none */
export async function anchorAudit(
  tx: Db,
  secrets: Secrets,
  investigated: string,
  why: Pick<KnownSpan, 'at' | 'by' | 'reason'>,
): Promise<Anchored | string | null> {
  const [made] = await tx.insert(auditChain).values(freshChain(secrets.seal, START)).onConflictDoNothing().returning()
  const [stored] = await tx.select().from(auditChain).for('update')
  if (!stored) throw new Error('the audit has no chain')
  const row = openable(stored, secrets)
  const found = await findBroken(tx, row, made !== undefined, secrets)
  if (!found) return null
  const { broken, key, ends, spans, fresh } = found
  const ranges = rangesOf(fresh)
  if (ranges !== investigated) return ranges
  const known = spans.map(({ span, kept }): KnownSpan => kept ?? { ...span, ...why })
  await tx.update(auditChain).set({ ...ends, key: row.key, mark: markOf(key, ends), known: markSpans(key, known) })
  return { broken, spans: fresh }
}
