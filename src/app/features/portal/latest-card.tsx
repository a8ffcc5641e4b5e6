import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HOME_ROWS } from '#contract/portal.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Card } from '#app/ui/card.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import type { PortalTab } from './tabs.ts'

interface LatestCardProps<T> {
  readonly title: string
  readonly tab: PortalTab
  readonly of: Pick<UseQueryResult<{ list: T[] }>, 'data' | 'error' | 'isPending' | 'fetchStatus' | 'refetch'>
  readonly keyOf: (row: T) => string
  readonly children: (row: T) => ReactNode
}

// Fixed row height avoids a layout shift.
const ROW =
  'relative flex min-h-[4rem] items-center gap-x-3 border-b border-line px-4 py-2 last:border-b-0 content-center max-md:flex-wrap md:h-14 md:min-h-0 md:py-0'

export function LatestCard<T>({ title, tab, of, keyOf, children }: LatestCardProps<T>) {
  return (
    <Card
      flush
      title={title}
      actions={
        <Link
          to="/portal/detail"
          search={{ type: tab }}
          className="inline-flex min-h-control items-center text-sm font-medium text-link hover:underline"
        >
          查看全部
          <span className="sr-only">{title}</span>
          <ChevronRightIcon className="-mr-bearing" />
        </Link>
      }
    >
      <div className="flex min-h-[16rem] flex-col md:min-h-[14rem]">
        <QueryResult
          of={of}
          waiting={
            <Loading>
              {Array.from({ length: HOME_ROWS }, (_, at) => (
                <div key={at} className={ROW}>
                  <Skeleton className="h-4 flex-1" />
                  <Skeleton className="h-4 w-20" />
                </div>
              ))}
            </Loading>
          }
        >
          {({ list }) =>
            list.length === 0 ? (
              <Empty title="暂无内容" hint="有新内容发布时会列在这里" />
            ) : (
              <ul>
                {list.map((row) => (
                  <li key={keyOf(row)} className={ROW}>
                    {children(row)}
                  </li>
                ))}
              </ul>
            )
          }
        </QueryResult>
      </div>
    </Card>
  )
}
