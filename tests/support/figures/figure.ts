import type { Endpoint } from '#contract/endpoint.ts'
import { problem } from '#contract/problem.ts'
import { building } from '#contract/building.ts'
import type { Scope, Truth } from './truth.ts'

export type Row = Record<string, never>
export type Ids = readonly string[]

/** `only` filters rows. */
export interface Opens {
  readonly call: Endpoint
  readonly input: object
  readonly only?: (row: Row) => boolean
  /** Unset: only the number of rows. */
  readonly id?: string
  readonly file?: { readonly call: Endpoint; readonly input: object }
}

export interface Figure {
  /** As `[].count`. */
  readonly field: string
  readonly value: number
  /** Null: only the list. */
  readonly ids: Ids | null
  readonly opens: Opens | null
  /** Part / whole; `ids`: the part. */
  readonly whole?: Ids
}

export interface Source {
  readonly call: Endpoint
  readonly fields: readonly string[]
  readonly who: 'unit' | 'gov' | 'gov2' | 'all'
  input(scope: Scope): object | null
  figures(answer: never, scope: Scope, truth: Truth): readonly Figure[]
}

export const ids = <T extends { readonly id: string }>(rows: readonly T[], is: (row: T) => boolean = () => true): Ids =>
  rows.filter(is).map(({ id }) => id)

export const isUnit = ({ account }: Scope) => ['unit01', 'unit02', 'wuye01'].includes(account)
/** Calls that count buildings have no input. */
export const ofBuilding = ({ input }: Scope) => 'buildingId' in input

export const buildingList = (scope: Scope, more: object): Opens => ({
  call: building.list,
  input: { ...scope.listInput, ...more },
  id: 'id',
})
export const problems = (
  field: string,
  value: number,
  rows: Ids,
  call: Endpoint,
  input: object,
  exported: object,
): Figure => ({
  field,
  value,
  ids: rows,
  opens: {
    call,
    input,
    ...(call === problem.facilityList && { id: 'id' }),
    file: { call, input: { ...input, ...exported } },
  },
})

export const oneBuilding = ({ input }: Scope) => (input as { buildingId?: string }).buildingId ?? null
