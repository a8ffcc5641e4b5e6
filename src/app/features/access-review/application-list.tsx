import { Link } from '@tanstack/react-router'
import type { ReviewRow } from '#contract/approval.ts'
import { applicationStatus } from '#contract/dict/application-status.ts'
import { orMissing, dayTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import type { ReviewSearch } from './review-search.ts'
import { WaitingAge } from './waiting-age.tsx'

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
        <li key={row.id} className="border-b border-line">
          <Link
            to="/examineList"
            search={{ ...search, id: row.id }}
            replace={!isStep}
            resetScroll={isStep}
            data-row={row.id}
            aria-current={row.id === chosenId ? 'true' : undefined}
            className={cx(
              'flex min-h-[4rem] items-center gap-2 px-4 py-3',
              row.id === chosenId ? 'bg-link/10' : 'hover:bg-sunk',
            )}
          >
            <span className="min-w-0 flex-1">
              <span className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 break-words text-base font-semibold text-ink">{row.buildingName}</span>
                {row.approveStatus === 0 ? (
                  <WaitingAge of={row} />
                ) : (
                  <span className="whitespace-nowrap font-figure text-sm text-ink-soft">
                    {dayTime(row.approveTime, now)}
                  </span>
                )}
              </span>
              <span className="block break-words text-sm text-ink-soft">{orMissing(row.wuyeName)}</span>
              <span className="mt-1 line-clamp-2 break-words text-sm text-ink">
                {row.approveStatus !== 0 && (
                  <Badge tone={applicationStatus.tone(row.approveStatus)} className="mr-2">
                    {applicationStatus.label(row.approveStatus)}
                  </Badge>
                )}
                <span className="mr-2 inline-block rounded-sm bg-panel px-1.5 leading-5 text-ink-soft ring-1 ring-inset ring-line-strong/60">
                  {kindOf(row)}
                </span>
                {row.applyReason !== row.applyType && row.applyReason}
              </span>
            </span>
            {isStep && <ChevronRightIcon className="-mr-1.5 shrink-0 text-ink-soft" />}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const kindOf = ({ applyType }: ReviewRow) => orMissing(applyType?.replace(/：[^；]*/g, '').replace(/；/g, '、'))
