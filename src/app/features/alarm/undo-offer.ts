import { createStore } from '#app/ui/store.ts'

/** How long 撤销 is offered (ms). */
const OFFERED_MS = 8_000

interface Offer {
  readonly text: string
  undo(): Promise<void>
}

export const undoOffer = createStore<Offer | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

export function closeOffer(): void {
  holdOffer()
  undoOffer.write(null)
}

/** Stops the clock: the offer is being read. */
export function holdOffer(): void {
  clearTimeout(timer)
}

export function releaseOffer(): void {
  holdOffer()
  timer = setTimeout(closeOffer, OFFERED_MS)
}

/** Says what was done and offers to take it back, for a while. */
export function offerUndo(offer: Offer): void {
  undoOffer.write(offer)
  releaseOffer()
}
