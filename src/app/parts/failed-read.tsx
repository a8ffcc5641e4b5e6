import type { UseQueryResult } from '@tanstack/react-query'
import { QueryResult } from './query-result.tsx'

export function FailedRead({ of }: { of: UseQueryResult }) {
  return (
    <QueryResult of={of} waiting={null}>
      {() => null}
    </QueryResult>
  )
}
