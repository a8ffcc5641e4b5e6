import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReviewRow } from '#contract/approval.ts'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import { approvalQuery } from '#app/data/approval.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { KeyHint } from '#app/parts/key-hint.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { useKeys } from '#app/parts/use-keys.ts'
import { useOpenFirst } from '#app/parts/use-open-first.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { CheckIcon } from '#app/ui/icon.tsx'
import { rowNumber } from '#app/ui/pager-math.ts'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { ApplicationList } from './application-list.tsx'
import { ApplicationView } from './application-view.tsx'
import { holdDecision, isDoublePress, noteChoice } from './held-decision.ts'
import { useDecisions } from './use-decisions.ts'
import { lacksFiles } from './refuse-form.tsx'
import { listOf, tabOf } from './review-queries.ts'
import { ReviewListHead } from './review-list-head.tsx'
import type { ReviewSearch } from './review-search.ts'

const route = getRouteApi('/_shell/examineList')

export function AccessReviewScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const applications = useQuery({ ...listOf(search), placeholderData: keepPreviousData })
  const decided = useDecisions()
  const isDesk = useMedia(DESK)
  const { id } = search
  const isDecided = search.tab !== undefined
  const { searchValue, page, size } = tabOf(search)
  const isOpen = ({ id: of }: ReviewRow) => isDecided || !decided.some(({ row }) => row.id === of)
  const rows = applications.data?.list.filter(isOpen) ?? []
  const unread = decided.filter(
    ({ row, isSent }) => !isSent || applications.data?.list.some(({ id: of }) => of === row.id),
  )
  const total = applications.data && applications.data.total - (isDecided ? 0 : unread.length)
  const change = (some: Partial<ReviewSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...some }), replace: true, resetScroll: false })
  const firstId = rows[0]?.id
  const isChoosing =
    (isDesk || search.opensFirst === 1) && id === undefined && firstId !== undefined && !applications.isPlaceholderData
  useOpenFirst(isChoosing, () => change({ id: firstId, opensFirst: undefined }))
  const at = rows.findIndex((row) => row.id === id)
  const step = (by: 1 | -1) => {
    const next = rows[at < 0 ? 0 : at + by]
    if (!next) return
    noteChoice()
    change({ id: next.id })
    requestAnimationFrame(() => document.querySelector(`[data-row="${next.id}"]`)?.scrollIntoView({ block: 'nearest' }))
  }
  const down = () => step(1)
  const up = () => step(-1)
  useKeys({ j: down, ArrowDown: down, k: up, ArrowUp: up }, isDesk)
  const next = rows[at + 1] ?? rows[at - 1]
  function decide(row: ReviewRow, refused: string | null) {
    if (!isOpen(row) || isDoublePress()) return
    holdDecision({ row, refused }, client, () => change({ id: row.id }))
    change({ id: next?.id })
  }
  const pending = isDecided ? undefined : total
  const list = (
    <section
      aria-label="申请列表"
      onClickCapture={noteChoice}
      className={cx(
        'min-w-0 bg-panel max-md:rounded-md max-md:border max-md:border-line',
        isDesk && 'flex min-h-0 flex-col border-r border-line',
      )}
    >
      <ReviewListHead
        search={search}
        isDesk={isDesk}
        isWaiting={applications.isPending}
        pending={pending}
        onChange={change}
      />
      <div className={cx(isDesk && 'min-h-0 flex-1 overflow-y-auto overscroll-contain')}>
        <QueryResult of={applications} waiting={<RowsComing />}>
          {() =>
            rows.length > 0 ? (
              <ApplicationList rows={rows} search={search} chosenId={isDesk ? id : undefined} isStep={!isDesk} />
            ) : total ? (
              <RowsComing />
            ) : (
              <Empty
                icon={!searchValue && !isDecided && <CheckIcon className="h-12 w-12 text-ok" />}
                title={searchValue ? '没有符合条件的申请' : isDecided ? '暂无已审批的申请' : '没有待审批的申请'}
                hint={searchValue ? '请更换关键词' : '单位提交的建筑和特殊申报会列在这里'}
              />
            )
          }
        </QueryResult>
        <ListFooter
          of={applications}
          total={total}
          page={page}
          pageSize={size}
          sizes={LIST_PAGE_SIZES}
          onChange={(next, nextSize) =>
            change({
              id: undefined,
              ...(isDecided ? { approvedPage: next, approvedSize: nextSize } : { page: next, size: nextSize }),
            })
          }
        />
      </div>
      {!isDecided && <ProvidersWaiting />}
      {isDesk && <ReviewKeys hasFiles={!rows[at] || !lacksFiles(rows[at])} />}
    </section>
  )
  const view = id !== undefined && (
    <ApplicationView key={id} id={id} row={rows.find((row) => row.id === id)} next={next} onDecide={decide} />
  )
  if (isDesk)
    return (
      <div className="-mx-3 -my-3 grid md:-mx-3.5 xl:-mx-5 h-[calc(100vh-56px)] grid-cols-[18rem_minmax(0,1fr)] xl:grid-cols-[21.25rem_minmax(0,1fr)]">
        {list}
        <section aria-label="申请详情" className="min-h-0 min-w-0">
          {view || <Empty className="h-full" title="请在左侧选择申请" hint="按 J、K 上下选择" />}
        </section>
      </div>
    )
  return view ? (
    <>
      <Link
        to="/examineList"
        search={{ ...search, id: undefined }}
        className="-ml-1 mb-2 flex min-h-control items-center gap-1 text-base text-link"
      >
        <ChevronRightIcon className="rotate-180" />
        返回列表
        {at >= 0 && (
          <span className="ml-auto font-figure text-ink-soft">{`${rowNumber(page, size, at)} / ${total}`}</span>
        )}
      </Link>
      {view}
    </>
  ) : (
    list
  )
}

const KEYS = [
  ['J K', '上下'],
  ['A', '通过'],
  ['R', '拒绝'],
] as const
const FILES_KEY = ['空格', '看附件'] as const

function ReviewKeys({ hasFiles }: { hasFiles: boolean }) {
  return (
    <p className="hidden flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 text-sm text-ink-soft mouse:flex">
      {[...KEYS, ...(hasFiles ? [FILES_KEY] : [])].map(([keys, does]) => (
        <span key={keys} className="inline-flex items-center">
          <KeyHint keys={keys} />
          <span className="ml-1">{does}</span>
        </span>
      ))}
    </p>
  )
}

function ProvidersWaiting() {
  const { data } = useQuery(approvalQuery.pending())
  if (!data?.providers) return null
  return (
    <Link
      to="/companyList"
      search={{ status: '2' }}
      className="flex min-h-control items-center justify-between gap-2 border-t border-line px-4 text-base text-link hover:underline"
    >
      {data.providers} 家服务商待审核
      <ChevronRightIcon className="-mr-bearing" />
    </Link>
  )
}

function RowsComing() {
  return (
    <Loading>
      {[0, 1, 2, 3, 4].map((at) => (
        <div key={at} className="space-y-2 border-b border-line px-4 py-3">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-4 w-3/4" />
        </div>
      ))}
    </Loading>
  )
}
