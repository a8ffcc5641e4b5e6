import { Link } from '@tanstack/react-router'
import type { ReviewRow } from '#contract/approval.ts'
import { applicationStatus } from '#contract/dict/application-status.ts'
import { orMissing, dayTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { WaitingAge } from '#app/parts/waiting-age.tsx'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import type { ReviewSearch } from './review-search.ts'

interface ApplicationListProps {
  readonly rows: readonly ReviewRow[]
  readonly search: ReviewSearch
  readonly chosenId: string | undefined
  readonly isStep: boolean
}

export function ApplicationList({ rows, search, chosenId, isStep }: ApplicationListProps) {
  const now = useNow()
  return (
    <ul aria-label={search.tab ? '已审批的申请' : '待审批的申请'}>
      {rows.map((row) => (
        <li key={row.id} className="border-b border-line last:border-b-0">
          <Link
            to="/examineList"
            search={{ ...search, id: row.id }}
            replace={!isStep}
            resetScroll={isStep}
            data-row={row.id}
            aria-current={row.id === chosenId ? 'true' : undefined}
            className={cx(
              'flex min-h-[4rem] flex-wrap items-center gap-x-2 px-4 py-3',
              row.id === chosenId ? 'bg-link/10' : 'hover:bg-sunk',
            )}
          >
            <span className="min-w-0 flex-1">
              <span className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 break-words text-base font-semibold text-ink">{row.buildingName}</span>
                {row.approveStatus === 0 ? (
                  <WaitingAge since={row.applyTime} />
                ) : (
                  <span className="whitespace-nowrap font-figure text-sm text-ink-soft">
                    {dayTime(row.approveTime, now)}
                  </span>
                )}
              </span>
              <span className="mt-1 flex flex-wrap items-baseline justify-between gap-x-2 gap-y-1 text-sm text-ink-soft">
                <span className="min-w-0 break-words">
                  <span
                    className={cx(
                      'mr-2 rounded-sm px-1.5 text-xs font-medium leading-5 text-ink',
                      row.id === chosenId ? 'bg-panel' : 'bg-unknown-soft',
                    )}
                  >
                    {kindOf(row)}
                  </span>
                  {orMissing(row.wuyeName)}
                </span>
                {row.approveStatus !== 0 && (
                  <Badge tone={applicationStatus.tone(row.approveStatus)}>
                    {applicationStatus.label(row.approveStatus)}
                  </Badge>
                )}
              </span>
            </span>
            {isStep && <ChevronRightIcon className="-mr-bearing text-ink-soft" />}
            {row.applyReason !== row.applyType && row.applyReason && (
              <span className="mt-1 line-clamp-2 basis-full break-words text-sm text-ink">{row.applyReason}</span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const kindOf = ({ applyType }: ReviewRow) => orMissing(applyType?.replace(/：[^；]*/g, '').replace(/；/g, '、'))
