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
  readonly head?: ReactNode
  readonly shows?: (row: BuildingRow) => boolean
  readonly renderAside?: (row: BuildingRow) => ReactNode
  readonly renderActions?: (rows: Rows) => ReactNode
  readonly act?: string
  readonly isNarrow?: boolean
  onPick?(row: BuildingRow): void
}

export function OwnBuildings(props: OwnBuildingsProps) {
  const { title = '建筑', head, shows, renderAside, renderActions, act, isNarrow = false, onPick } = props
  const { data } = useQuery(buildingQuery.list({ currentPage: 1, pageSize: SHOWN, order: 'worst' }))
  const rows = data?.list.filter((row) => shows?.(row) ?? true) ?? []
  if (!data || (rows.length === 0 && data.total <= data.list.length))
    return (
      head && (
        <Frame title={title} head={head}>
          {null}
        </Frame>
      )
    )
  const isWhole = data.total <= data.list.length
  return (
    <Frame
      title={title}
      note={rows.length > 1 && '最严重在前'}
      total={isWhole ? undefined : data.total}
      actions={isWhole && renderActions?.(rows)}
      head={head}
    >
      {rows.map((row) => (
        <li key={row.id} className={rowClass(row)}>
          {onPick && row.alarmNum ? (
            <>
              <Link to="/alarms" search={{ building: row.id }} className={cx(LINE, BESIDE_ACT)}>
                <Line of={row} act={act} />
              </Link>
              <span className="mr-2 flex shrink-0 justify-end md:mr-4 xl:w-[4.5rem]">
                <Button kind="quiet" size="small" onClick={() => onPick(row)}>
                  {act}
                  <span className="sr-only">{row.name}</span>
                </Button>
              </span>
            </>
          ) : onPick ? (
            <button type="button" className={cx(LINE, WITH_ACT, 'text-left')} onClick={() => onPick(row)}>
              <Line of={row} act={act} />
            </button>
          ) : (
            <OpenLine of={row} hasAside={renderAside !== undefined} isNarrow={isNarrow} />
          )}
          {renderAside && (
            <span className="flex shrink-0 items-center justify-end pr-3 md:pr-4 xl:w-36">{renderAside(row)}</span>
          )}
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
        <li key={row.id} className={rowClass(row)}>
          <OpenLine of={row} />
        </li>
      ))}
    </Frame>
  )
}

interface FrameProps {
  readonly title: string
  readonly note?: ReactNode
  readonly total?: number | undefined
  readonly head?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

function Frame({ title, note, total, head, actions, children }: FrameProps) {
  return (
    <Card
      flush
      title={title}
      freshness={<span className="mr-auto text-sm text-ink-soft">{note}</span>}
      className={cx('overflow-hidden', !head && 'mt-3')}
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
      {head}
      <ul className="-mb-px">{children}</ul>
    </Card>
  )
}

const LINE = 'flex min-w-0 flex-1 items-center gap-x-3 px-3 py-1.5 hover:bg-wash md:px-4 xl:grid xl:gap-x-4'
const COLUMNS = 'xl:grid-cols-[3rem_minmax(0,1.2fr)_14.5rem_6.5rem_minmax(0,1fr)_1.25rem]'
const BESIDE_ASIDE = 'xl:grid-cols-[3rem_minmax(0,1.2fr)_14.5rem_6.5rem_minmax(0,1fr)]'
const NARROW = 'xl:grid-cols-[3rem_minmax(0,1fr)_14.5rem_6.5rem]'
const BESIDE_ACT = 'xl:grid-cols-[3rem_minmax(0,1.2fr)_14.5rem_6.5rem_minmax(0,1fr)_5.5rem]'
const WITH_ACT = 'xl:grid-cols-[3rem_minmax(0,1.2fr)_14.5rem_6.5rem_minmax(0,1fr)_11rem]'

const rowClass = ({ alarmNum }: BuildingRow) =>
  cx('flex items-center border-b border-line', alarmNum ? 'bg-danger-soft' : undefined)

interface OpenLineProps {
  readonly of: BuildingRow
  readonly hasAside?: boolean
  readonly isNarrow?: boolean
}

function OpenLine({ of, hasAside = false, isNarrow = false }: OpenLineProps) {
  return (
    <Link
      to="/buildDetail/$id/$canEdit/$tabName"
      params={{ id: of.id, canEdit: '0', tabName: 'baseInfo' }}
      className={cx(LINE, isNarrow ? NARROW : hasAside ? BESIDE_ASIDE : COLUMNS)}
    >
      <Line of={of} hasAside={hasAside} isNarrow={isNarrow} />
      {!hasAside && <ChevronRightIcon className="shrink-0 text-ink-soft" />}
    </Link>
  )
}

interface LineProps {
  readonly of: BuildingRow
  readonly act?: string | undefined
  readonly hasAside?: boolean
  readonly isNarrow?: boolean
}

function Line({ of, act, hasAside = false, isNarrow = false }: LineProps) {
  const { alarmNum, pointNum, offlineNum, isvName } = of
  const confirms = act !== undefined && Boolean(alarmNum)
  return (
    <>
      <ScoreBlock
        className={cx('!h-11 !w-12 shrink-0', alarmNum ? '!bg-panel' : undefined)}
        score={of.safetyScore ?? null}
        alarms={alarmNum}
      />
      <span className="min-w-0 flex-1 xl:contents">
        <span className="min-w-0 items-baseline gap-x-3 md:flex xl:block">
          <span className="block break-words text-base font-semibold text-ink md:shrink-0 md:max-xl:max-w-[70%]">
            {of.name}
          </span>
          <span
            className={cx('truncate text-sm text-ink-soft xl:text-xs', hasAside || act ? 'hidden md:block' : 'block')}
          >
            {[of.countyName, of.streetName].filter(Boolean).join(' ')}
          </span>
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm">
          {isCalm(of) ? <CalmMark of={of} /> : <ConditionMarks of={of} className="xl:whitespace-nowrap" />}
          {confirms && <span className="text-attention-ink">登记后只通知手动报警</span>}
        </span>
        <span className="hidden whitespace-nowrap text-right text-sm text-ink-soft xl:block">
          {offlineNum !== undefined && pointNum > 0 && (
            <>
              <span className="font-figure text-ink">{`${formatNumber(pointNum - offlineNum)} / ${formatNumber(pointNum)}`}</span>{' '}
              在线
            </>
          )}
        </span>
        {!isNarrow && (
          <span title={isvName ?? undefined} className="hidden truncate text-sm text-ink-soft xl:block">
            {isvName}
          </span>
        )}
      </span>
      {act && (
        <span
          className={cx(
            buttonClass({ size: 'small', ...(confirms && { kind: 'primary' }) }),
            'shrink-0 xl:justify-self-end',
          )}
        >
          {confirms ? '去确认' : act}
        </span>
      )}
    </>
  )
}
