import { Link } from '@tanstack/react-router'
import { applicationStatus } from '#contract/dict/application-status.ts'
import { exportApplications } from '#app/data/approval.ts'
import { formatNumber } from '#app/lib/format.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { SMALL_ON_PHONES } from '#app/parts/filter-button.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { cx } from '#app/ui/cx.ts'
import { Select } from '#app/ui/select.tsx'
import { filterOf, tabOf } from './review-queries.ts'
import type { ReviewSearch } from './review-search.ts'

const TABS = [
  { tab: undefined, label: '待审批' },
  { tab: 'approved', label: '已审批' },
] as const

const RESULTS = [
  { value: 'approved', label: '全部审批结果' },
  { value: 'passed', label: applicationStatus.label(1) },
  { value: 'refused', label: applicationStatus.label(2) },
]

interface ReviewListHeadProps {
  readonly search: ReviewSearch
  readonly isDesk: boolean
  /** Undefined on 已审批. */
  readonly pending: number | undefined
  readonly isWaiting: boolean
  onChange(some: Partial<ReviewSearch>): void
}

export function ReviewListHead({ search, isDesk, pending, isWaiting, onChange }: ReviewListHeadProps) {
  const isDecided = search.tab !== undefined
  const exporting = (
    <ExportButton size="small" className={SMALL_ON_PHONES} address={() => exportApplications(filterOf(search))} />
  )
  return (
    <header className="border-b border-line px-4 pb-2 md:pt-2 xl:pt-3">
      {isDesk && (
        <div className="mb-1 flex items-center justify-between gap-2">
          <h2 className="text-xl">接入审批</h2>
          {exporting}
        </div>
      )}
      <div className="flex items-center justify-between gap-2 max-md:-mx-4 max-md:border-b max-md:border-line max-md:px-4">
        <ReviewTabs key={String(isWaiting)} isDecided={isDecided} pending={pending} />
        {!isDecided && <p className="text-sm text-ink-soft">等得最久的在上</p>}
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <SearchBox
          className="min-w-0 flex-1 basis-40"
          key={isDecided ? 'approved' : 'noApprove'}
          label="搜索单位、建筑或原因"
          initial={tabOf(search).searchValue}
          onSearch={(said) =>
            onChange(
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
              onChange({
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
  )
}

function ReviewTabs({ isDecided, pending }: { isDecided: boolean; pending: number | undefined }) {
  return (
    <nav aria-label="列表" className="-ml-2.5 flex">
      {TABS.map(({ tab, label }) => {
        const isOn = (tab !== undefined) === isDecided
        return (
          <Link
            key={label}
            to="/examineList"
            search={(now) => ({ ...now, tab, id: undefined })}
            aria-label={label}
            aria-current={isOn ? 'page' : undefined}
            className={cx(
              'relative flex min-h-[2.75rem] items-center gap-1 px-2.5 text-base max-md:min-h-[3rem]',
              isOn
                ? 'font-medium text-link after:absolute after:bottom-0 after:left-2.5 after:right-2.5 after:h-0.5 after:bg-link'
                : 'text-ink-soft hover:text-ink',
            )}
          >
            {label}
            {tab === undefined && pending !== undefined && (
              <span className="font-figure font-semibold">{formatNumber(pending)}</span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}
