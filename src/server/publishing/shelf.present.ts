import type { Audience, PublicationKind } from '#contract/publishing.ts'
import type { Db } from '../db/open-db.ts'

/** An item as its author sees it. */
export interface Item {
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
export type Head = Omit<Item, 'bodyHtml' | 'url' | 'organId' | 'audience'>

/** What a change sets; what it leaves out stays. */
export interface Change {
  readonly title?: string
  readonly bodyHtml?: string
  readonly url?: string
  readonly organId?: number | null
  readonly audience?: Audience | null
  readonly state?: number
  readonly version?: number
  readonly sequence?: number
  readonly authorId?: number
  /** The time the public reads beside it. */
  readonly at?: Date
}

export interface Filter {
  readonly state: number | undefined
  readonly search: string
  readonly currentPage: number
  readonly pageSize: number
}

/** Where items of a kind are kept: each kind in the table that the public's calls read. */
export interface Shelf {
  list(db: Db, kind: PublicationKind, filter: Filter): Promise<{ rows: Head[]; total: number }>
  /** @param lock whether others who would change it wait until the transaction ends */
  find(db: Db, kind: PublicationKind, id: number, lock?: 'lock'): Promise<Item | null>
  add(tx: Db, kind: PublicationKind, item: Change & { readonly title: string; readonly at: Date }): Promise<number>
  change(tx: Db, id: number, change: Change): Promise<void>
  remove(tx: Db, id: number): Promise<void>
}
