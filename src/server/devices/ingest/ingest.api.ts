import { ingest as contract } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { bindByKey } from '#server/registry/bind-by-key.ts'
import type { Program } from '#server/platform/authenticate-program.ts'
import { implement, type Context } from '#server/platform/implement.ts'
import { finishBatch } from './finish-batch.ts'
import { outcomeOf } from './item-result.ts'
import { ownBuildings, ownPoints, ownQuarantine } from './read-own.ts'
import { ownRecords } from './read-records.ts'
import { registerPoints } from './register-points.ts'
import { registerTransmitter, removeTransmitter } from './register-transmitter.ts'
import { removedPoints, removeOwnPoints } from './remove-own-points.ts'
import type { BatchContext } from './ingest-readings.ts'
import { counted, ingestEventBatch, ingestReadingBatch } from './ingest-batch.ts'

const arrivalOf = ({ deps, session, now }: Context<Program>): BatchContext => ({
  providerId: session.providerId,
  now,
  retentionMonths: deps.settings.retentionMonths,
})

export const ingestApi = implement(contract, {
  hello: async (_input, { session, now }) => ({ name: session.name, time: toWireTime(now) }),

  buildings: (input, { db, session }) => ownBuildings(db, session, input),

  bindBuilding: ({ buildingKey }, ctx) => bindByKey(ctx, ctx.session, buildingKey),

  points: (input, { db, session }) => ownPoints(db, session, input),

  records: (input, { db, session, now }) => ownRecords(db, session, input, now),

  quarantined: (input, { db, session }) => ownQuarantine(db, session.providerId, input),

  registerPoints: ({ items }, ctx) =>
    counted(
      ctx.deps,
      arrivalOf(ctx),
      'points',
      ctx.write(async (tx) => {
        const { changes, ...taken } = await registerPoints(tx, arrivalOf(ctx), items)
        await finishBatch(tx, taken, ctx.now)
        const { buildingIds, pointIds } = taken.arrived
        return { value: outcomeOf(taken.verdicts), audit: { buildingIds, points: pointIds.length, changes } }
      }),
    ),

  removePoints: ({ items }, ctx) =>
    ctx.write(async (tx) => {
      const { verdicts, ...audit } = await removeOwnPoints(tx, ctx.session.providerId, items, ctx.now)
      return { value: outcomeOf(verdicts), audit }
    }),

  removedPoints: (input, { db, session }) => removedPoints(db, session, input),

  registerTransmitter: (input, ctx) =>
    ctx.write(async (tx) => {
      const audit = await registerTransmitter(tx, ctx.session.providerId, input, ctx.now)
      return { value: null, audit: { ...audit, address: input.address } }
    }),

  removeTransmitter: (input, ctx) =>
    ctx.write(async (tx) => {
      const audit = await removeTransmitter(tx, ctx.session.providerId, input)
      return { value: null, audit: { ...audit, address: input.address } }
    }),

  events: ({ items }, ctx) => ingestEventBatch(ctx.deps, ctx.db, arrivalOf(ctx), items),

  readings: ({ items }, ctx) => ingestReadingBatch(ctx.deps, ctx.db, arrivalOf(ctx), items),
})
