/** A place in a cursor list: a row's moment to the microsecond, and what tells rows of one moment apart. */
export interface Cursor {
  /** `timestamptz` in text form. */
  readonly at: string
  readonly id: number
  readonly sequence: number
}

/** Which part of a list is asked for. */
export interface Walk {
  readonly limit: number
  /** The rows before the cursor instead of those after it. */
  readonly reversed: boolean
  readonly cursor: Cursor | null
  /** Instants; the end itself is inside. */
  readonly from: Date | null
  readonly to: Date | null
}

/** Reads a row key: microseconds since 1970, id and sequence. Empty: from the list's beginning. */
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
