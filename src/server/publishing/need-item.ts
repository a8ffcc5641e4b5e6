import type { PublicationKind } from '#contract/publishing.ts'
import { AppError, notThere } from '../app-error.ts'
import type { Db } from '../db/open-db.ts'
import { shelfOf } from './publishing.store.ts'
import type { Item } from './shelf.present.ts'

/**
 * An item that the caller is about to change, locked.
 * @param version the edit the caller has seen
 * @throws AppError 404, or 409 where somebody else changed it since
 */
export async function needItem(tx: Db, kind: PublicationKind, id: number, version: number): Promise<Item> {
  const item = await shelfOf(kind).find(tx, kind, id, 'lock')
  if (!item) throw notThere()
  if (item.version !== version) throw new AppError(409, '该内容在您读取后已被修改，请刷新后再试')
  return item
}

/** What the audit calls an item by. */
export const auditedItem = (kind: PublicationKind, publicationId: number, title: string) => ({
  kind,
  publicationId,
  title,
})
