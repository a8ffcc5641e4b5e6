import type { UseQueryResult } from '@tanstack/react-query'
import { QueryResult } from '#app/parts/query-result.tsx'

export function FailedChoice({ of }: { of: UseQueryResult }) {
  return (
    <QueryResult of={of} waiting={null}>
      {() => null}
    </QueryResult>
  )
}
