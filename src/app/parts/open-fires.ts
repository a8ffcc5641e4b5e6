import { readStored, writeStored } from '#app/lib/storage.ts'
import { createStore } from '#app/ui/store.ts'

const KEY = 'open-fires'

interface OpenFires {
  readonly total: number | undefined
  /** Whether one still waits for an answer. */
  readonly isCalling: boolean
  readonly isFailed?: boolean
}

const UNKNOWN: OpenFires = { total: undefined, isCalling: false }

const lastKnown = (): OpenFires => readStored<OpenFires>(KEY) ?? UNKNOWN

export const openFires = createStore(lastKnown())

export const restoreOpenFires = () => openFires.write(lastKnown())

export function noteOpenFires(known: OpenFires): void {
  openFires.write(known)
  writeStored(KEY, known)
}

export function noteNoAnswer(): void {
  if (openFires.read().total === undefined) openFires.write({ ...UNKNOWN, isFailed: true })
}

export const unknownFires = (isFailed: boolean | undefined) => (isFailed ? '未取得' : '正在读取')

export type FireStrip = 'none' | 'calm' | 'urgent'

export const fireStrip = createStore<FireStrip>('none')

export const forgetOpenFires = () => openFires.write(UNKNOWN)
