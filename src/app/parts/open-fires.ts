import { readStored, writeStored } from '#app/lib/storage.ts'
import { createStore } from '#app/ui/store.ts'

const KEY = 'open-fires'

interface OpenFires {
  readonly total: number
  /** Whether one still waits for an answer. */
  readonly isCalling: boolean
}

const NONE: OpenFires = { total: 0, isCalling: false }

/** The last known until the server answers. */
export const openFires = createStore(readStored<OpenFires>(KEY) ?? NONE)

export function noteOpenFires(known: OpenFires): void {
  openFires.write(known)
  writeStored(KEY, known)
}

export const forgetOpenFires = () => openFires.write(NONE)
