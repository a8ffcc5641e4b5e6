import { sql, type SQL } from 'drizzle-orm'

/** Summary: word of a system or transmission device on its components. */
export type Signal = 'manual' | 'summary'

const SUMS_UP = /^(UTD(-\d+)?|\d+\.\d+)$/

interface Reported {
  readonly pointNumber: string | null
  readonly fromStatus: boolean
  readonly isManual?: boolean | undefined
}

export function signalOf({ pointNumber, fromStatus, isManual = false }: Reported): Signal | null {
  if (isManual) return 'manual'
  return fromStatus && SUMS_UP.test(pointNumber ?? '') ? 'summary' : null
}

const numberOf = (row: string) => `coalesce((select point_number from point where id = ${row}.point_id),
  (select point_number from unlisted_point where id = ${row}.point_id))`

const isBelow = (row: string, sum: string) =>
  `(starts_with(${numberOf(sum)}, 'UTD') or starts_with(${numberOf(row)}, ${numberOf(sum)} || '.'))`

export const isSummaryOf = (sum: string, row: string): SQL =>
  sql.raw(`(case when ${sum}.signal = 'summary' and ${sum}.point_id <> ${row}.point_id
    then coalesce(${isBelow(row, sum)}, false) else false end)`)

export const areIndependent = (a: string, b: string): SQL =>
  sql`(${sql.raw(`${a}.point_id <> ${b}.point_id`)} and not ${isSummaryOf(a, b)} and not ${isSummaryOf(b, a)})`
