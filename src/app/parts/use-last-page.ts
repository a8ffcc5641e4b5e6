import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { pageCount } from '#app/ui/pager-math.ts'

export type PagedQuery = Pick<UseQueryResult<{ readonly total: number }>, 'data'> &
  Partial<Pick<UseQueryResult, 'isPlaceholderData'>>

interface Shown {
  readonly page: number
  readonly pageSize: number
  readonly total?: number | undefined
  onPage(last: number): void
}

export function useLastPage(of: PagedQuery, { page, pageSize, total = of.data?.total, onPage }: Shown): void {
  const last = total && !of.isPlaceholderData ? pageCount(total, pageSize) : Infinity
  const leave = useEffectEvent(() => onPage(last))
  const isGone = page > last
  useEffect(() => {
    if (isGone) leave()
  }, [isGone])
}
