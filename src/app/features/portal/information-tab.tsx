import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { portalQuery } from '#app/data/portal.ts'
import { formatDay, formatNumber } from '#app/lib/format.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { InformationTitle } from './information-title.tsx'
import { Rows, RowsComing, RowsPager } from './rows.tsx'
import { usePage } from './use-page.ts'
import { useReading } from './use-reading.ts'

export function InformationTab({ type, label }: { type: 0 | 1 | 2; label: string }) {
  const paging = usePage()
  const { page } = paging
  const read = useReading()
  const items = useQuery({ ...portalQuery.informationList({ ...page, type }), placeholderData: keepPreviousData })
  return (
    <>
      <div className="flex flex-col lg:min-h-[27.5rem]">
        <QueryResult of={items} waiting={<RowsComing count={page.pageSize} />}>
          {({ list, total }) =>
            total === 0 ? (
              <Empty title={`暂无${label}`} hint="有新内容发布时会列在这里" />
            ) : (
              <Rows busy={items.isPlaceholderData}>
                {list.map((item) => (
                  <li
                    key={item.id}
                    className="relative flex min-h-[4rem] flex-col justify-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0 pr-10 md:min-h-[3.25rem] lg:min-h-[2.75rem] md:flex-row md:items-center"
                  >
                    <span className="min-w-0 md:flex-1">
                      <InformationTitle item={item} onRead={read} />
                    </span>
                    <span className="flex shrink-0 items-baseline whitespace-nowrap font-figure text-sm text-ink-soft md:flex-row-reverse md:gap-x-4">
                      <time className="md:w-[5.25rem] md:text-right">{formatDay(item.modifyTime)}</time>
                      <span aria-hidden="true" className="w-4 text-center font-sans md:hidden">
                        ·
                      </span>
                      <span>
                        <span className="md:sr-only">阅读 </span>
                        {formatNumber(item.readNum)}
                      </span>
                    </span>
                    <ChevronRightIcon className="absolute right-2.5 top-1/2 -translate-y-1/2 text-ink-soft" />
                  </li>
                ))}
              </Rows>
            )
          }
        </QueryResult>
      </div>
      <RowsPager paging={paging} of={items} />
    </>
  )
}
