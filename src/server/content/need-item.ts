import type { PublicationKind } from '#contract/publishing.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { publicationStore } from './publishing.store.ts'
import type { PublicationItem } from './publication.present.ts'

/** @throws AppError 404, or 409 if it changed since `version` */
export async function needItem(tx: Db, kind: PublicationKind, id: number, version: number): Promise<PublicationItem> {
  const item = await publicationStore(kind).find(tx, kind, id, 'lock')
  if (!item) throw notThere()
  if (item.version !== version) throw new AppError(409, '该内容在您读取后已被修改，请刷新后再试')
  return item
}

export const auditedItem = (kind: PublicationKind, publicationId: number, title: string) => ({
  kind,
  publicationId,
  title,
})
