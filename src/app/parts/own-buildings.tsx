import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { BuildingRow } from '#contract/building.ts'
import { buildingQuery } from '#app/data/building.ts'
import { formatNumber } from '#app/lib/format.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { CalmMark, isCalm } from './calm-mark.tsx'
import { ConditionMarks } from './condition-mark.tsx'
import { ScoreBlock } from './score-block.tsx'

const SHOWN = 10
const CONDITIONS = ['alarmNum', 'faultNum', 'offlineNum'] as const

interface OwnBuildingsProps {
  readonly title?: string
  readonly act?: string
  onPick?(row: BuildingRow): void
}

export function OwnBuildings({ title = '建筑', act, onPick }: OwnBuildingsProps) {
  const { data } = useQuery(
    buildingQuery.list({ currentPage: 1, pageSize: SHOWN, ...(!onPick && { order: 'worst' as const }) }),
  )
  if (!data || data.list.length === 0) return null
  const rows = onPick ? [...data.list].sort((a, b) => a.name.localeCompare(b.name, 'zh-CN')) : data.list
  return (
    <Card
      flush
      title={title}
      freshness={<span className="mr-auto text-sm text-ink-soft">{onPick ? '按名称排列' : '最严重在前'}</span>}
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
      <ul className="-mb-px">
        {rows.map((row) => (
          <li key={row.id} className={cx('border-b border-line', row.alarmNum ? 'bg-danger-soft' : undefined)}>
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
        className={cx('shrink-0', of.alarmNum ? 'border border-danger' : undefined)}
        score={of.safetyScore ?? null}
        alarms={of.alarmNum}
      />
      <span className="grid min-w-0 flex-1 md:grid-cols-[auto_auto] md:items-baseline md:justify-start md:gap-x-3 xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] xl:items-center">
        <span className="break-words text-base font-semibold text-ink">{of.name}</span>
        <span className="flex flex-wrap items-center gap-x-3 text-sm md:col-span-2 md:row-start-2 xl:col-span-1 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:grid xl:grid-cols-3">
          {isCalm(of) ? (
            <CalmMark of={of} />
          ) : (
            CONDITIONS.map((key) => (
              <span key={key} className="max-xl:empty:hidden">
                <ConditionMarks of={{ [key]: of[key] }} />
              </span>
            ))
          )}
        </span>
        <span className="truncate text-sm text-ink-soft xl:col-start-1 xl:row-start-2 xl:text-xs">
          {[of.countyName, of.streetName].filter(Boolean).join(' ')}
        </span>
      </span>
      {act ? (
        <span className="flex shrink-0 flex-col items-end gap-x-3 gap-y-1 md:flex-row md:items-center xl:w-40 xl:justify-end">
          {of.alarmNum ? <span className="text-xs text-danger-ink md:text-sm">将不通知</span> : undefined}
          <span className={buttonClass({ size: 'small' })}>{act}</span>
        </span>
      ) : (
        <ChevronRightIcon className="shrink-0 text-ink-soft" />
      )}
    </>
  )
}
