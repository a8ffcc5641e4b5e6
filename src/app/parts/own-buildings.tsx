import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BuildingRow } from '#contract/building.ts'
import { scoreTone } from '#contract/score.rules.ts'
import { buildingQuery } from '#app/data/building.ts'
import { formatNumber } from '#app/lib/format.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { CalmMark, isCalm } from './calm-mark.tsx'
import { ConditionMarks } from './condition-mark.tsx'
import { ScoreBlock } from './score-block.tsx'

const SHOWN = 10
const FEW = 3

type Rows = readonly BuildingRow[]

interface OwnBuildingsProps {
  readonly title?: string
  readonly shows?: (row: BuildingRow) => boolean
  readonly renderAside?: (row: BuildingRow) => ReactNode
  readonly renderActions?: (rows: Rows) => ReactNode
  readonly act?: string
  onPick?(row: BuildingRow): void
}

export function OwnBuildings({ title = '建筑', shows, renderAside, renderActions, act, onPick }: OwnBuildingsProps) {
  const { data } = useQuery(
    buildingQuery.list({ currentPage: 1, pageSize: SHOWN, ...(!onPick && { order: 'worst' as const }) }),
  )
  const own = data?.list.filter((row) => shows?.(row) ?? true) ?? []
  if (!data || (own.length === 0 && data.total <= data.list.length)) return null
  const rows = onPick ? [...own].sort((a, b) => a.name.localeCompare(b.name, 'zh-CN')) : own
  const isWhole = data.total <= data.list.length
  return (
    <Frame
      title={title}
      note={rows.length > 1 && (onPick ? '按名称排列' : '最严重在前')}
      total={isWhole ? undefined : data.total}
      actions={isWhole && renderActions?.(rows)}
    >
      {rows.map((row) => (
        <li key={row.id} className="flex items-center border-b border-line">
          {onPick && row.alarmNum ? (
            <>
              <Link to="/alarms" search={{ building: row.id }} className={LINE}>
                <Line of={row} act={CONFIRM} />
              </Link>
              <Button kind="quiet" size="small" className="mr-2 shrink-0" onClick={() => onPick(row)}>
                {act}
                <span className="sr-only">{row.name}</span>
              </Button>
            </>
          ) : onPick ? (
            <button type="button" className={cx(LINE, 'text-left')} onClick={() => onPick(row)}>
              <Line of={row} act={act} />
            </button>
          ) : (
            <OpenLine of={row} hasAside={renderAside !== undefined} />
          )}
          {renderAside && <span className="flex shrink-0 items-center gap-x-2 pr-3 md:pr-4">{renderAside(row)}</span>}
        </li>
      ))}
    </Frame>
  )
}

export function UrgentBuildings() {
  const { data } = useQuery(buildingQuery.list({ currentPage: 1, pageSize: SHOWN, order: 'worst' }))
  if (!data || data.list.length === 0) return null
  const urgent = data.list.filter(
    ({ alarmNum, safetyScore }) => alarmNum || scoreTone(safetyScore ?? null) === 'danger',
  )
  const rows = urgent.length > 0 ? urgent : data.list.slice(0, FEW)
  return (
    <Frame
      title={urgent.length > 0 ? '有火警或低于 60 分的建筑' : '可以打开的建筑'}
      note={rows.length > 1 && '最严重在前'}
      total={rows.length < data.total ? data.total : undefined}
    >
      {rows.map((row) => (
        <li key={row.id} className="flex items-center border-b border-line">
          <OpenLine of={row} hasAside={false} />
        </li>
      ))}
    </Frame>
  )
}

interface FrameProps {
  readonly title: string
  readonly note: ReactNode
  readonly total: number | undefined
  readonly actions?: ReactNode
  readonly children: ReactNode
}

function Frame({ title, note, total, actions, children }: FrameProps) {
  return (
    <Card
      flush
      title={title}
      freshness={<span className="mr-auto text-sm text-ink-soft">{note}</span>}
      className="mt-3 overflow-hidden"
      actions={
        <>
          {actions}
          {total !== undefined && (
            <Link
              to="/buildingList"
              className="-mr-2 inline-flex min-h-control items-center rounded px-2 text-sm text-link hover:underline"
            >
              全部 {formatNumber(total)} 栋
              <ChevronRightIcon />
            </Link>
          )}
        </>
      }
    >
      <ul className="-mb-px">{children}</ul>
    </Card>
  )
}

const CONFIRM = '去确认'
const LINE = 'flex min-w-0 flex-1 items-center gap-x-3 px-3 py-1.5 hover:bg-sunk md:px-4'

function OpenLine({ of, hasAside }: { readonly of: BuildingRow; readonly hasAside: boolean }) {
  return (
    <Link
      to="/buildDetail/$id/$canEdit/$tabName"
      params={{ id: of.id, canEdit: '0', tabName: 'baseInfo' }}
      className={LINE}
    >
      <Line of={of} hasAside={hasAside} />
      {!hasAside && <ChevronRightIcon className="shrink-0 text-ink-soft" />}
    </Link>
  )
}

interface LineProps {
  readonly of: BuildingRow
  readonly act?: string | undefined
  readonly hasAside?: boolean
}

function Line({ of, act, hasAside = false }: LineProps) {
  return (
    <>
      <ScoreBlock className="!h-11 !w-12 shrink-0" score={of.safetyScore ?? null} alarms={of.alarmNum} />
      <span className="min-w-0 flex-1">
        <span className="items-baseline gap-x-3 md:flex">
          <span className="block break-words text-base font-semibold text-ink md:shrink-0 md:max-w-[70%]">
            {of.name}
          </span>
          <span className={cx('truncate text-sm text-ink-soft', hasAside ? 'hidden md:block' : 'block')}>
            {[of.countyName, of.streetName].filter(Boolean).join(' ')}
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-x-3 text-sm">
          {isCalm(of) ? <CalmMark of={of} /> : <ConditionMarks of={of} />}
          {act === CONFIRM && <span className="text-attention-ink">登记后只通知手动报警</span>}
        </span>
      </span>
      {act && (
        <span className={cx(buttonClass({ size: 'small', ...(act === CONFIRM && { kind: 'primary' }) }), 'shrink-0')}>
          {act}
        </span>
      )}
    </>
  )
}
