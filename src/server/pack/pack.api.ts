import { pack, PACK_DAYS } from '#contract/pack.ts'
import { AppError } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import { chosenBuildings } from '../building/building.scope.ts'
import { loggable } from '../http/loggable.ts'
import { type Context, implement } from '../implement.ts'
import { makePart, partsOf, reportPart } from './pack-parts.ts'

/** A part that can't be made is the server's to know; a connection that is lost ends the whole call. */
const noted = (ctx: Context<Session>, name: string) => (error: unknown) => {
  if (!(error instanceof AppError)) ctx.deps.log.error({ part: name, err: loggable(error) }, 'pack part failed')
}

export const packApi = implement(pack, {
  async contents({ buildingId }, ctx) {
    await chosenBuildings(ctx.db, ctx.session, { buildingId })
    const { building, parts } = await partsOf(ctx, buildingId)
    const made = []
    for (const part of parts) {
      const { json, digest, note } = await makePart(part, noted(ctx, part.name))
      made.push({ name: part.name, label: part.label, digest, bytes: Buffer.byteLength(json ?? ''), note })
    }
    const told = made.filter((part) => /^(detail|checks|must)/.test(part.name)).map(({ digest }) => digest ?? '')
    return {
      buildingId: String(buildingId),
      name: building.name,
      days: PACK_DAYS,
      parts: [...made, reportPart(building, told)],
    }
  },

  async parts({ buildingId, names }, ctx) {
    await chosenBuildings(ctx.db, ctx.session, { buildingId })
    const { parts } = await partsOf(ctx, buildingId)
    const answers = []
    for (const part of parts.filter(({ name }) => names.includes(name)))
      answers.push({ name: part.name, ...(await makePart(part, noted(ctx, part.name))) })
    return answers
  },
})
