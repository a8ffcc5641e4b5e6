import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { BuildingRow } from '#contract/building.ts'
import { scoreTone } from '#contract/score.rules.ts'
import { oneDecimal } from '#app/lib/format.ts'
import { ConditionMarks } from '#app/parts/condition-mark.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { useCanEdit } from '#app/parts/use-can-edit.ts'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { toneClass } from '#app/ui/tone-class.ts'

interface WorstBuildingsProps {
  readonly of: UseQueryResult<{ readonly list: readonly BuildingRow[] }>
  readonly className: string
}

export function WorstBuildings({ of, className }: WorstBuildingsProps) {
  const canEdit = useCanEdit()
  return (
    <QueryResult
      of={of}
      waiting={
        <Loading className={className}>
          <SkeletonText lines={5} />
        </Loading>
      }
    >
      {({ list }) =>
        list.length === 0 ? (
          <Empty title="暂无建筑" />
        ) : (
          <ol aria-label="建筑，严重的在前" className={className}>
            {list.map((row) => (
              <li key={row.id} className="border-t border-line">
                <Link
                  to="/buildDetail/$id/$canEdit/$tabName"
                  params={{ id: row.id, canEdit, tabName: 'stateInfo' }}
                  className="flex min-h-control items-center md:min-h-[2.6875rem] gap-3 text-base hover:bg-sunk"
                >
                  <span title={row.name} className="min-w-0 flex-1 truncate">
                    {row.name}
                  </span>
                  <ConditionMarks of={gravest(row)} className="shrink-0" />
                  <Score of={row} />
                </Link>
              </li>
            ))}
          </ol>
        )
      }
    </QueryResult>
  )
}

function Score({ of: { safetyScore: score = null, alarmNum = 0 } }: { of: BuildingRow }) {
  const tone = scoreTone(score)
  const look = tone === 'ok' && alarmNum > 0 ? 'text-ink-soft' : toneClass[tone].text
  return (
    <span className={cx('w-14 shrink-0 text-right font-figure font-semibold', look)}>
      {oneDecimal(score)}
      {score !== null && <span className="text-xs font-normal text-ink-soft"> 分</span>}
    </span>
  )
}

function gravest({ alarmNum = 0, faultNum, offlineNum = 0 }: BuildingRow) {
  if (alarmNum > 0) return { alarmNum }
  return faultNum ? { faultNum } : { offlineNum }
}
