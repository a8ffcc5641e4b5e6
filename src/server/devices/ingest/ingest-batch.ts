import type { EventItem, IngestKind, Outcome, ReadingItem } from '#contract/ingest.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { finishBatch } from './finish-batch.ts'
import { ingestEvents } from './ingest-events.ts'
import { type BatchContext, ingestReadings, type StoredBatch } from './ingest-readings.ts'
import { outcomeOf } from './item-result.ts'
import { noteRefusal } from './refused-batch.store.ts'
import { withPartitions } from './with-partitions.ts'

type Noted = Pick<Deps, 'db' | 'log' | 'operations'>

export function noteOutcome(
  { log, operations }: Pick<Deps, 'log' | 'operations'>,
  providerId: number,
  kind: IngestKind,
  outcome: Outcome,
): void {
  operations?.metrics.ingested(kind, outcome)
  const { quarantined, refused, results } = outcome
  if (quarantined + refused === 0) return
  const reason = results.find(({ result }) => result === 'quarantined' || result === 'refused')?.message
  log.warn({ providerId, kind, quarantined, refused, reason }, 'items not accepted')
}

export async function counted(
  deps: Noted,
  { providerId, now }: BatchContext,
  kind: IngestKind,
  batch: Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await batch
  noteOutcome(deps, providerId, kind, outcome)
  const first = outcome.results.find(({ result }) => result === 'refused')
  if (first) {
    const reason = { kind, code: 200, message: first.message ?? '', items: outcome.refused }
    await noteRefusal(deps, providerId, reason, now)
  }
  return outcome
}

/** The audit covers people's actions. */
async function takeIn(tx: Db, { now }: BatchContext, taking: Promise<StoredBatch>): Promise<Outcome> {
  const taken = await taking
  await finishBatch(tx, taken, now)
  return outcomeOf(taken.verdicts)
}

export const ingestEventBatch = (deps: Noted, db: Db, arrival: BatchContext, items: readonly EventItem[]) =>
  counted(
    deps,
    arrival,
    'events',
    db.transaction((tx) => takeIn(tx, arrival, ingestEvents(tx, arrival, items))),
  )

export const ingestReadingBatch = (deps: Noted, db: Db, arrival: BatchContext, items: readonly ReadingItem[]) =>
  counted(
    deps,
    arrival,
    'readings',
    withPartitions(
      db,
      arrival,
      items.map(({ time }) => time),
      (tx, of) => takeIn(tx, arrival, ingestReadings(tx, of, items)),
    ),
  )
