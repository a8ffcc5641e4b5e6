import type { EventItem, Outcome, ReadingItem } from '#contract/ingest.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { finishBatch } from './finish-batch.ts'
import { ingestEvents } from './ingest-events.ts'
import { type BatchContext, ingestReadings, type StoredBatch } from './ingest-readings.ts'
import { outcomeOf } from './item-result.ts'
import { withPartitions } from './with-partitions.ts'

type Metered = Pick<Deps, 'operations'>

export async function counted(
  { operations }: Metered,
  kind: 'points' | 'events' | 'readings',
  batch: Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await batch
  operations?.metrics.ingested(kind, outcome)
  return outcome
}

/** The audit covers people's actions. */
async function takeIn(tx: Db, { now }: BatchContext, taking: Promise<StoredBatch>): Promise<Outcome> {
  const taken = await taking
  await finishBatch(tx, taken, now)
  return outcomeOf(taken.verdicts)
}

export const ingestEventBatch = (deps: Metered, db: Db, arrival: BatchContext, items: readonly EventItem[]) =>
  counted(
    deps,
    'events',
    db.transaction((tx) => takeIn(tx, arrival, ingestEvents(tx, arrival, items))),
  )

export const ingestReadingBatch = (deps: Metered, db: Db, arrival: BatchContext, items: readonly ReadingItem[]) =>
  counted(
    deps,
    'readings',
    withPartitions(
      db,
      arrival,
      items.map(({ time }) => time),
      (tx, of) => takeIn(tx, arrival, ingestReadings(tx, of, items)),
    ),
  )
