import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReviewRow } from '#contract/approval.ts'
import { applicationStatus } from '#contract/dict/application-status.ts'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import { approvalQuery, exportApplications } from '#app/data/approval.ts'
import { formatNumber } from '#app/lib/format.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { KeyHint } from '#app/parts/key-hint.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { useKeys } from '#app/parts/use-keys.ts'
import { useOpenFirst } from '#app/parts/use-open-first.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { CheckIcon } from '#app/ui/icon.tsx'
import { rowNumber } from '#app/ui/pager-math.ts'
import { Select } from '#app/ui/select.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { ApplicationList } from './application-list.tsx'
import { ApplicationView } from './application-view.tsx'
import { holdDecision } from './held-decision.ts'
import { useHeldDecision } from './use-held-decision.ts'
import { filterOf, listOf, tabOf } from './review-queries.ts'
import type { ReviewSearch } from './review-search.ts'

const route = getRouteApi('/_shell/examineList')

const TABS = [
  { tab: undefined, label: '待审批' },
  { tab: 'approved', label: '已审批' },
] as const

const RESULTS = [
  { value: 'approved', label: '全部审批结果' },
  { value: 'passed', label: applicationStatus.label(1) },
  { value: 'refused', label: applicationStatus.label(2) },
]

export function AccessReviewScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const applications = useQuery({ ...listOf(search), placeholderData: keepPreviousData })
  const held = useHeldDecision()
  const isDesk = useMedia(DESK)
  const { id } = search
  const isDecided = search.tab !== undefined
  const { searchValue, page, size } = tabOf(search)
  const rows = applications.data?.list.filter((row) => isDecided || row.id !== held?.row.id) ?? []
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
    change({ id: next.id })
    requestAnimationFrame(() => document.querySelector(`[data-row="${next.id}"]`)?.scrollIntoView({ block: 'nearest' }))
  }
  const down = () => step(1)
  const up = () => step(-1)
  useKeys({ j: down, ArrowDown: down, k: up, ArrowUp: up }, isDesk)
  function decide(row: ReviewRow, refused: string | null) {
    holdDecision({ row, refused }, client, () => change({ id: row.id }))
    change({ id: (rows[at + 1] ?? rows[at - 1])?.id })
  }
  const total = applications.data && applications.data.total - (!isDecided && held ? 1 : 0)
  const pending = isDecided ? undefined : total
  const exporting = <ExportButton size="small" address={() => exportApplications(filterOf(search))} />
  const order = !isDecided && <p className="text-sm text-ink-soft">等得最久的在上</p>
  const list = (
    <section
      aria-label="申请列表"
      className={cx(
        'min-w-0 bg-panel max-md:rounded-md max-md:border max-md:border-line',
        isDesk && 'flex min-h-0 flex-col border-r border-line',
      )}
    >
      <header className="border-b border-line px-4 pb-2 pt-2">
        {isDesk && (
          <div className="mb-1 flex items-center justify-between gap-2">
            <h2 className="text-xl">接入审批</h2>
            {exporting}
          </div>
        )}
        <div className="flex items-center justify-between gap-2">
          <nav aria-label="列表" className="-ml-3 flex">
            {TABS.map(({ tab, label }) => (
              <Link
                key={label}
                to="/examineList"
                search={(now) => ({ ...now, tab, id: undefined })}
                aria-label={label}
                aria-current={(tab !== undefined) === isDecided ? 'page' : undefined}
                className={cx(
                  'relative flex min-h-[2.75rem] items-center gap-1 px-3 text-base',
                  (tab !== undefined) === isDecided
                    ? 'font-medium text-link after:absolute after:bottom-0 after:left-3 after:right-3 after:h-0.5 after:bg-link'
                    : 'text-ink-soft hover:text-ink',
                )}
              >
                {label}
                {tab === undefined && pending !== undefined && (
                  <span className="font-figure font-semibold">{formatNumber(pending)}</span>
                )}
              </Link>
            ))}
          </nav>
          {order}
        </div>
        <div className="mt-2 flex flex-wrap gap-2">
          <SearchBox
            className="min-w-0 flex-1 basis-40"
            key={isDecided ? 'approved' : 'noApprove'}
            label="搜索单位、建筑或原因"
            initial={searchValue}
            onSearch={(said) =>
              change(
                isDecided
                  ? { approvedSearch: said || undefined, approvedPage: undefined, id: undefined }
                  : { search: said || undefined, page: undefined, id: undefined },
              )
            }
          />
          {isDecided && (
            <Select
              className="w-full sm:w-36"
              aria-label="审批结果"
              options={RESULTS}
              value={search.tab ?? ''}
              onChange={({ target }) =>
                change({
                  tab: target.value as NonNullable<ReviewSearch['tab']>,
                  approvedPage: undefined,
                  id: undefined,
                })
              }
            />
          )}
          {!isDesk && exporting}
        </div>
      </header>
      <div className={cx(isDesk && 'min-h-0 flex-1 overflow-y-auto overscroll-contain')}>
        <QueryResult of={applications} waiting={<RowsComing />}>
          {() =>
            rows.length > 0 ? (
              <ApplicationList rows={rows} search={search} chosenId={isDesk ? id : undefined} isStep={!isDesk} />
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
      {isDesk && <ReviewKeys />}
      {!isDecided && <ProvidersWaiting />}
    </section>
  )
  const view = id !== undefined && (
    <ApplicationView key={id} id={id} row={rows.find((row) => row.id === id)} onDecide={decide} />
  )
  if (isDesk)
    return (
      <>
        <div className="-m-3 grid h-[calc(100vh-56px)] grid-cols-[18rem_minmax(0,1fr)] xl:grid-cols-[21.25rem_minmax(0,1fr)]">
          {list}
          <section aria-label="申请详情" className="min-h-0 min-w-0">
            {view || <Empty className="h-full" title="请在左侧选择申请" hint="按 J、K 上下选择" />}
          </section>
        </div>
      </>
    )
  return (
    <>
      {view ? (
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
      )}
    </>
  )
}

const KEYS = [
  ['J K', '上下'],
  ['A', '通过'],
  ['R', '拒绝'],
  ['空格', '看附件'],
] as const

function ReviewKeys() {
  return (
    <p className="hidden flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 text-sm text-ink-soft mouse:flex">
      {KEYS.map(([keys, does]) => (
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
      <ChevronRightIcon />
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
