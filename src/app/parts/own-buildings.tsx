import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { BuildingRow } from '#contract/building.ts'
import { buildingQuery } from '#app/data/building.ts'
import { formatNumber } from '#app/lib/format.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { CalmMark, isCalm } from './calm-mark.tsx'
import { ConditionMarks } from './condition-mark.tsx'
import { ScoreBlock } from './score-block.tsx'

const SHOWN = 10

interface OwnBuildingsProps {
  readonly title?: string
  readonly act?: string
  onPick?(row: BuildingRow): void
}

export function OwnBuildings({ title = '建筑', act, onPick }: OwnBuildingsProps) {
  const { data } = useQuery(buildingQuery.list({ currentPage: 1, pageSize: SHOWN, order: 'worst' }))
  if (!data || data.list.length === 0) return null
  return (
    <Card
      flush
      title={title}
      freshness={<span className="mr-auto text-sm text-ink-soft">最严重在前</span>}
      className="mt-3 overflow-hidden"
      actions={
        <Link
          to="/buildingList"
          className="-mr-2 inline-flex min-h-control items-center rounded px-2 text-sm text-link hover:underline"
        >
          全部 {formatNumber(data.total)} 栋
          <ChevronRightIcon />
        </Link>
      }
    >
      <ul className="-mb-px -mr-px gap-0 xl:columns-2">
        {data.list.map((row) => (
          <li
            key={row.id}
            className={cx(
              'break-inside-avoid border-b border-r border-line',
              row.alarmNum ? 'bg-danger-soft' : undefined,
            )}
          >
            {onPick ? (
              <button type="button" className={cx(line, 'text-left')} onClick={() => onPick(row)}>
                <Line of={row} act={act} />
              </button>
            ) : (
              <Link
                to="/buildDetail/$id/$canEdit/$tabName"
                params={{ id: row.id, canEdit: '0', tabName: 'baseInfo' }}
                className={line}
              >
                <Line of={row} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const line = 'flex w-full items-center gap-x-3 px-3 py-2.5 hover:bg-sunk md:px-4'

function Line({ of, act }: { of: BuildingRow; act?: string | undefined }) {
  return (
    <>
      <ScoreBlock
        className={cx('shrink-0', of.alarmNum ? '!bg-panel' : undefined)}
        score={of.safetyScore ?? null}
        alarms={of.alarmNum}
      />
      <span className="min-w-0 flex-1">
        <span className="block break-words text-base font-semibold text-ink">{of.name}</span>
        <span className="flex flex-wrap items-center gap-x-3 text-sm">
          <ConditionMarks of={of} />
          {isCalm(of) && <CalmMark of={of} />}
        </span>
        <span className="block truncate text-sm text-ink-soft">
          {[of.countyName, of.streetName].filter(Boolean).join(' ')}
        </span>
      </span>
      {act && <span className="shrink-0 text-base font-medium text-link">{act}</span>}
      <ChevronRightIcon className="shrink-0 text-ink-soft" />
    </>
  )
}
