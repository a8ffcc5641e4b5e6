import type { Audience, PublicationKind } from '#contract/publishing.ts'
import type { Db } from '../platform/db/open-db.ts'

export interface PublicationItem {
  readonly id: number
  readonly title: string
  readonly state: number
  readonly version: number
  readonly sequence: number
  readonly readNum: number | null
  readonly receiverNum: number | null
  readonly modifiedAt: Date
  readonly authorName: string | null
  readonly bodyHtml: string
  readonly url: string
  readonly organId: number | null
  readonly audience: Audience | null
}
export type PublicationHead = Omit<PublicationItem, 'bodyHtml' | 'url' | 'organId' | 'audience'>

export interface PublicationChange {
  readonly title?: string
  readonly bodyHtml?: string
  readonly url?: string
  readonly organId?: number | null
  readonly audience?: Audience | null
  readonly state?: number
  readonly version?: number
  readonly sequence?: number
  readonly authorId?: number
  readonly at?: Date
}

export interface PublicationFilter {
  readonly state: number | undefined
  readonly search: string
  readonly currentPage: number
  readonly pageSize: number
}

export interface PublicationStore {
  list(db: Db, kind: PublicationKind, filter: PublicationFilter): Promise<{ rows: PublicationHead[]; total: number }>
  find(db: Db, kind: PublicationKind, id: number, lock?: 'lock'): Promise<PublicationItem | null>
  add(
    tx: Db,
    kind: PublicationKind,
    item: PublicationChange & { readonly title: string; readonly at: Date },
  ): Promise<number>
  change(tx: Db, id: number, change: PublicationChange): Promise<void>
  remove(tx: Db, id: number): Promise<void>
}
