import { useQuery } from '@tanstack/react-query'
import { publicationKind } from '#contract/dict/publication.ts'
import { isNewInformation, isRecentNotice } from '#contract/portal.rules.ts'
import type { Notice } from '#contract/portal.ts'
import { isWebAddress } from '#contract/web-address.ts'
import { fromWireTime } from '#contract/time.ts'
import { formatDay, formatTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { OutLink } from './out-link.tsx'
import { latestNotices } from './portal-queries.ts'

const PORTAL_NOTICE = 4

/** Source: document 1, section 2. */
export function NoticeCard() {
  const notices = useQuery(latestNotices())
  const now = useNow()
  return (
    <Card flush title={publicationKind.label(PORTAL_NOTICE)}>
      <div className="min-h-[16.5rem]">
        <QueryResult
          of={notices}
          waiting={
            <Loading className="p-4">
              <SkeletonText lines={6} />
            </Loading>
          }
        >
          {({ list }) =>
            list.length === 0 ? (
              <Empty title="暂无通知" hint="有新通知时会列在这里" />
            ) : (
              <ul>
                {list.map((notice) => (
                  <NoticeRow
                    key={`${notice.createTime} ${notice.title}`}
                    notice={notice}
                    isNew={isNewInformation(fromWireTime(notice.createTime), now)}
                    recent={isRecentNotice(notice.createTime, now)}
                  />
                ))}
              </ul>
            )
          }
        </QueryResult>
      </div>
    </Card>
  )
}

interface NoticeRowProps {
  readonly notice: Notice
  readonly isNew: boolean
  readonly recent: boolean
}

function NoticeRow({ notice, isNew, recent }: NoticeRowProps) {
  return (
    <li className="border-b border-line px-4 last:border-b-0">
      <OutLink
        to={notice.url}
        className="group flex min-h-[3.25rem] items-center gap-3 py-2 text-base text-ink mouse:min-h-[2.75rem]"
      >
        <span className="flex min-w-0 flex-1 flex-col gap-x-4 md:flex-row md:items-center md:justify-between">
          <span className={cx('min-w-0', isNew && 'font-semibold', notice.url && 'group-hover:underline')}>
            {notice.title}
            {isNew && (
              <span className="ml-2 inline-block whitespace-nowrap rounded-sm bg-working-soft px-1.5 text-xs font-medium text-working-ink">
                新{recent && <span className="sr-only">（近两日）</span>}
              </span>
            )}
          </span>
          <time title={formatTime(notice.createTime)} className="shrink-0 font-figure text-sm text-ink-soft">
            {formatDay(notice.createTime)}
          </time>
        </span>
        {isWebAddress(notice.url) && <ChevronRightIcon className="-mr-bearing text-ink-soft" />}
      </OutLink>
    </li>
  )
}
