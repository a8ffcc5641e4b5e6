import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { portalQuery } from '#app/data/portal.ts'
import { formatDay, formatNumber } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { InformationBadges, InformationTitle } from './information-title.tsx'
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
      <div className="flex flex-col lg:min-h-[32.5rem]">
        <QueryResult of={items} waiting={<RowsComing count={page.pageSize} />}>
          {({ list }) =>
            list.length === 0 ? (
              <Empty title={`暂无${label}`} hint="有新内容发布时会列在这里" />
            ) : (
              <Rows busy={items.isPlaceholderData}>
                {list.map((item) => (
                  <li
                    key={item.id}
                    className="relative flex min-h-[4rem] flex-col justify-center gap-x-4 border-b border-line px-4 py-2 last:border-b-0 md:min-h-[3.25rem] md:flex-row md:items-center md:[&>button]:w-auto"
                  >
                    <InformationTitle item={item} onRead={read} />
                    <span className="flex shrink-0 justify-between gap-4 whitespace-nowrap font-figure md:flex-1 text-sm text-ink-soft">
                      <span className="flex items-center gap-2 max-md:flex-row-reverse md:flex-1">
                        <InformationBadges item={item} />
                        <span className="md:ml-auto">
                          <span className="md:sr-only">阅读 </span>
                          {formatNumber(item.readNum)}
                        </span>
                      </span>
                      <time className="md:w-[5.25rem] md:text-right">{formatDay(item.modifyTime)}</time>
                    </span>
                  </li>
                ))}
              </Rows>
            )
          }
        </QueryResult>
      </div>
      <RowsPager paging={paging} total={items.data?.total} />
    </>
  )
}
