import type { UseQueryResult } from '@tanstack/react-query'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useConnection } from '#app/offline/connection.ts'
import { Freshness } from '#app/ui/freshness.tsx'

// The frame tells that the rest is live.
const NOTABLE_AGE_MS = 5 * 60_000

interface DataTimeProps {
  readonly of: Pick<UseQueryResult, 'dataUpdatedAt' | 'isFetching'> & Partial<Pick<UseQueryResult, 'error'>>
  /** For data that is not refreshed while shown. */
  readonly always?: boolean
  /** Nothing below it would move. */
  readonly isLast?: boolean
}

export function DataTime({ of, always, isLast }: DataTimeProps) {
  const connection = useConnection()
  const now = useNow()
  if (of.dataUpdatedAt === 0) return null
  const isFresh = connection === 'online' && !of.error && now.getTime() - of.dataUpdatedAt < NOTABLE_AGE_MS
  const note = connection === 'online' ? (of.isFetching ? 'refreshing' : undefined) : connection
  if (isFresh && isLast) return null
  // Keeps its place: nothing moves when it shows.
  const hiding = isFresh && !always ? 'invisible' : undefined
  return <Freshness time={shortTime(of.dataUpdatedAt, now)} note={note} className={hiding} />
}
