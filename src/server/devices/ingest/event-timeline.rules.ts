/** `at` in ms; equal times: begins, status words and resets by sequence, ends. */
export interface Moment {
  readonly at: number
  readonly order: number
}

export const BEGIN_ORDER = -1
export const END_ORDER = 2_147_483_647

export interface Begin {
  readonly at: number
  readonly sequence: number
}

export interface KnownEvent extends Begin {
  readonly id: number
  readonly endedAt: number | null
  readonly fromStatus: boolean
}

export interface Timeline<B extends Begin = Begin> {
  /** Latest inactive moment before all entries. */
  readonly anchor: Moment | null
  readonly offs: readonly Moment[]
  /** Between two ends, at least the first. */
  readonly ons: readonly Moment[]
  readonly known: readonly KnownEvent[]
  readonly begins: readonly B[]
}

export interface NewRecord<B extends Begin = Begin> extends Begin {
  readonly endedAt: number | null
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
 * Independent of the order of arrival: a record starts with each reported begin and the first active status word
 * after an end.
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

/** Reports from that time may have been deleted. */
function change(known: KnownEvent, { at, sequence }: Begin, end: number | null, into: Derived): void {
  const endedAt = earlier(known.endedAt, end)
  if (at !== known.at || sequence !== known.sequence || endedAt !== known.endedAt)
    into.changed.push({ known, at, sequence, endedAt })
}
