import { fromWireTime } from '#contract/time.ts'
import { readRowKey } from './cursor.ts'
import type { RecordFilter } from './record.store.ts'
import type { Walk } from './series.store.ts'

export interface Span {
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

export interface ListFilter extends Span {
  readonly apiId: number
  /** Building id. */
  readonly relationId: number
  readonly search: string
}

export const spanOf = ({ startTime, endTime }: Span) => ({
  from: startTime === undefined ? null : fromWireTime(startTime),
  to: endTime === undefined ? null : fromWireTime(endTime),
})

export const filterOf = (input: ListFilter): RecordFilter => ({
  buildingId: input.relationId,
  apiId: input.apiId,
  search: input.search,
  ...spanOf(input),
})

export const walkOf = (input: Span & { limit: number; reversed: boolean; rowKey: string }): Walk => ({
  limit: input.limit,
  reversed: input.reversed,
  cursor: readRowKey(input.rowKey),
  ...spanOf(input),
})
