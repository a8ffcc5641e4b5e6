import type { UseQueryResult } from '@tanstack/react-query'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useConnection } from '#app/offline/connection.ts'
import { Freshness } from '#app/ui/freshness.tsx'

/** The frame's own freshness stands for younger data. */
const NOTABLE_AGE_MS = 5 * 60_000

export function DataTime({ of }: { of: Pick<UseQueryResult, 'dataUpdatedAt' | 'isFetching'> }) {
  const connection = useConnection()
  const now = useNow()
  if (of.dataUpdatedAt === 0) return null
  if (connection === 'online' && now.getTime() - of.dataUpdatedAt < NOTABLE_AGE_MS) return null
  const note = connection === 'online' ? (of.isFetching ? 'refreshing' : undefined) : connection
  return <Freshness time={shortTime(of.dataUpdatedAt, now)} note={note} />
}
