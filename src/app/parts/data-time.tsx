import type { UseQueryResult } from '@tanstack/react-query'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useConnection } from '#app/offline/connection.ts'
import { Freshness } from '#app/ui/freshness.tsx'

export function DataTime({ of }: { of: Pick<UseQueryResult, 'dataUpdatedAt' | 'isFetching'> }) {
  const connection = useConnection()
  const now = useNow()
  if (of.dataUpdatedAt === 0) return null
  const note = connection === 'online' ? (of.isFetching ? 'refreshing' : undefined) : connection
  return <Freshness time={shortTime(of.dataUpdatedAt, now)} note={note} />
}
