import type { Cursor } from './series.store.ts'

/** Empty: the start of the list. */
export function readRowKey(rowKey: string): Cursor | null {
  const [micros = '', id, sequence] = rowKey.split('_')
  if (micros === '') return null
  const whole = BigInt(micros)
  const seconds = new Date(Number(whole / 1_000_000n) * 1000).toISOString().slice(0, 19)
  return {
    at: `${seconds}.${String(whole % 1_000_000n).padStart(6, '0')}Z`,
    id: Number(id),
    sequence: Number(sequence),
  }
}

export function rowKeyOf(micros: string, id: number, sequence: number): string {
  return `${micros}_${id}_${sequence}`
}
