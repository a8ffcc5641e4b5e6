import { bundle, BUNDLE_DAYS } from '#contract/bundle.ts'
import { AppError } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { scopedBuildings } from '../registry/building.scope.ts'
import { loggable } from '../platform/loggable.ts'
import { type Context, implement } from '../platform/implement.ts'
import { makePart, partsOf, reportPart } from './bundle-parts.ts'

const noted = (ctx: Context<Session>, name: string) => (error: unknown) => {
  if (!(error instanceof AppError)) ctx.deps.log.error({ part: name, err: loggable(error) }, 'pack part failed')
}

export const bundleApi = implement(bundle, {
  async contents({ buildingId }, ctx) {
    await scopedBuildings(ctx.db, ctx.session, { buildingId })
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
      days: BUNDLE_DAYS,
      parts: [...made, reportPart(building, told)],
    }
  },

  async parts({ buildingId, names }, ctx) {
    await scopedBuildings(ctx.db, ctx.session, { buildingId })
    const { parts } = await partsOf(ctx, buildingId)
    const answers = []
    for (const part of parts.filter(({ name }) => names.includes(name)))
      answers.push({ name: part.name, ...(await makePart(part, noted(ctx, part.name))) })
    return answers
  },
})
