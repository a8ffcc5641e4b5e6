/**
 * A place on the timeline of one component and kind. `at` is in milliseconds; `order` sorts what has the same time:
 * reported beginnings first, then status words and resets by their sequence, then reported ends.
 */
export interface Moment {
  readonly at: number
  readonly order: number
}

export const BEGIN_ORDER = -1
export const END_ORDER = 2_147_483_647

/** A beginning as a provider reports it. */
export interface Begin {
  readonly at: number
  readonly sequence: number
}

/** A stored record. */
export interface KnownEvent extends Begin {
  readonly id: number
  readonly endedAt: number | null
  /** Derived from status words; false: reported as a beginning. */
  readonly fromStatus: boolean
}

export interface Timeline<B extends Begin = Begin> {
  /** The newest moment before everything else here at which nothing lasted; null: there is none. */
  readonly anchor: Moment | null
  /** When something ended, behind the anchor. */
  readonly offs: readonly Moment[]
  /** Status words that say it lasts, behind the anchor; of those without an off between them at least the first. */
  readonly ons: readonly Moment[]
  readonly known: readonly KnownEvent[]
  /** Reported beginnings that are not stored yet. */
  readonly begins: readonly B[]
}

export interface NewRecord<B extends Begin = Begin> extends Begin {
  readonly endedAt: number | null
  /** The reported beginning; null: derived from a status word. */
  readonly begin: B | null
}

export interface ChangedRecord extends Begin {
  readonly known: KnownEvent
  readonly endedAt: number | null
}

export interface Derived<B extends Begin = Begin> {
  readonly added: NewRecord<B>[]
  readonly changed: ChangedRecord[]
}

const compare = (a: Moment, b: Moment) => a.at - b.at || a.order - b.order

/**
 * The records that follow from what was reported, however and in whatever order it arrived. Every reported beginning is
 * a record; so is, between two offs, the first status word that says it lasts. A record ends with the first off behind it.
 */
export function deriveRecords<B extends Begin>(timeline: Timeline<B>): Derived<B> {
  const derived: Derived<B> = { added: [], changed: [] }
  let from = timeline.anchor
  for (const off of [...timeline.offs.toSorted(compare), null]) {
    deriveRun(timeline, from, off, derived)
    from = off
  }
  return derived
}

/** What follows between two offs. */
function deriveRun<B extends Begin>(
  { ons, known, begins }: Timeline<B>,
  from: Moment | null,
  to: Moment | null,
  into: Derived<B>,
): void {
  const isWithin = (moment: Moment) => (!from || compare(moment, from) > 0) && (!to || compare(moment, to) < 0)
  const end = to?.at ?? null
  for (const event of known)
    if (!event.fromStatus && isWithin({ at: event.at, order: BEGIN_ORDER })) change(event, event, end, into)
  for (const begin of begins)
    if (isWithin({ at: begin.at, order: BEGIN_ORDER }))
      into.added.push({ at: begin.at, sequence: begin.sequence, endedAt: end, begin })
  const first = ons.filter(isWithin).toSorted(compare)[0]
  const stored = known.find(({ at, sequence, fromStatus }) => fromStatus && isWithin({ at, order: sequence }))
  const status = first && { at: first.at, sequence: first.order }
  if (stored) change(stored, status ?? stored, end, into)
  else if (status) into.added.push({ ...status, endedAt: end, begin: null })
}

const earlier = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))

/** An end that is stored stays, unless an earlier one became known: it may come from before the facts were kept. */
function change(known: KnownEvent, { at, sequence }: Begin, end: number | null, into: Derived): void {
  const endedAt = earlier(known.endedAt, end)
  if (at !== known.at || sequence !== known.sequence || endedAt !== known.endedAt)
    into.changed.push({ known, at, sequence, endedAt })
}
