import { inArray } from 'drizzle-orm'
import { type Publication, type PublicationKind, publishing } from '#contract/publishing.ts'
import { toWireTime } from '#contract/time.ts'
import { notThere } from '../platform/app-error.ts'
import { cleanHtml } from '../platform/clean-html.ts'
import { asRichText } from '../platform/html-blocks.ts'
import type { Db } from '../platform/db/open-db.ts'
import { implement } from '../platform/implement.ts'
import { unit } from '../schema/unit.table.ts'
import { preview } from './preview.ts'
import { pin, publish, removeDraft, withdraw } from './publish.ts'
import { publicationStore } from './publishing.store.ts'
import { savePublication } from './save-publication.ts'
import type { PublicationHead } from './publication.present.ts'

const present = (kind: PublicationKind, { id, modifiedAt, ...head }: PublicationHead): Publication => ({
  ...head,
  id: String(id),
  kind,
  modifyTime: toWireTime(modifiedAt),
})

async function namesOf(db: Db, unitIds: readonly number[]) {
  if (unitIds.length === 0) return []
  const rows = await db
    .select({ id: unit.id, name: unit.name })
    .from(unit)
    .where(inArray(unit.id, [...unitIds]))
  return rows.map(({ id, name }) => ({ id: String(id), name }))
}

export const publishingApi = implement(publishing, {
  async list(input, { db }) {
    const { kind } = input
    const { rows, total } = await publicationStore(kind).list(db, kind, { ...input, state: input.state })
    return { list: rows.map((row) => present(kind, row)), total }
  },

  async detail({ kind, id }, { db }) {
    const item = await publicationStore(kind).find(db, kind, id)
    if (!item) throw notThere()
    const { audience, organId, bodyHtml, url } = item
    return {
      ...present(kind, item),
      bodyHtml: cleanHtml(asRichText(bodyHtml)),
      url,
      sysOrganId: organId === null ? null : String(organId),
      audience: audience && {
        roles: [...audience.roles],
        counties: [...audience.counties],
        units: await namesOf(db, audience.unitIds),
      },
    }
  },

  preview,
  save: savePublication,
  publish,
  withdraw,
  pin,
  remove: removeDraft,
})
