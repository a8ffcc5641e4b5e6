import { useEffect, useReducer } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { calledSince } from './arriving.rules.ts'
import { readServerTime } from './use-server-time.ts'

const JUST_MS = 60_000

/** Of the last minute. */
export function useArrived(rows: readonly AlarmRow[]): readonly AlarmRow[] {
  const [, expire] = useReducer((count: number) => count + 1, 0)
  const now = readServerTime()
  const left = (row: AlarmRow) => (row.proposal === null ? (calledSince(row) ?? 0) : 0) + JUST_MS - now
  const arrived = rows.filter((row) => left(row) > 0)
  const nextMs = Math.min(...arrived.map(left))
  useEffect(() => {
    if (nextMs === Infinity) return undefined
    const timer = setTimeout(expire, nextMs + 50)
    return () => clearTimeout(timer)
  }, [nextMs])
  return arrived
}
