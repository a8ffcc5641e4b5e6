import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { BuildingRow } from '#contract/building.ts'
import { scoreTone } from '#contract/score.rules.ts'
import { buildingQuery } from '#app/data/building.ts'
import { formatNumber } from '#app/lib/format.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { CalmMark, isCalm } from './calm-mark.tsx'
import { ConditionMarks } from './condition-mark.tsx'
import { ScoreBlock } from './score-block.tsx'

const FEW = 3

interface OwnBuildingsProps {
  readonly title?: string
  readonly act?: string
  onPick?(row: BuildingRow): void
}

export function OwnBuildings({ title = '建筑', act, onPick }: OwnBuildingsProps) {
  const { data } = useQuery(buildingQuery.worst())
  if (!data || data.list.length === 0) return null
  return (
    <BuildingsFrame title={title} shown={data.list.length} total={data.total}>
      {data.list.map((row, at) => (
        <Fragment key={row.id}>
          {onPick && at === 0 && Boolean(row.alarmNum) && (
            <li className="flex items-center gap-x-3 border-b border-line bg-sunk py-1 pl-3 pr-3 text-sm font-medium text-attention-ink md:px-4">
              <span className="flex-1">有火警的建筑登记后，只通知手动报警</span>
              <Link to="/alarms" className={buttonClass({ size: 'small', kind: 'primary' })}>
                去确认
              </Link>
            </li>
          )}
          <li className={rowClass(row)}>
            {onPick ? (
              <button type="button" className={cx(LINE, WITH_ACT, 'text-left')} onClick={() => onPick(row)}>
                <Line of={row} act={act} />
              </button>
            ) : (
              <OpenLine of={row} />
            )}
          </li>
        </Fragment>
      ))}
    </BuildingsFrame>
  )
}

export function UrgentBuildings() {
  const { data } = useQuery(buildingQuery.worst())
  if (!data || data.list.length === 0) return null
  const urgent = data.list.filter(
    ({ alarmNum, safetyScore }) => alarmNum || scoreTone(safetyScore ?? null) === 'danger',
  )
  const rows = urgent.length > 0 ? urgent : data.list.slice(0, FEW)
  return (
    <BuildingsFrame
      title={urgent.length > 0 ? '有火警或低于 60 分的建筑' : '可以打开的建筑'}
      shown={rows.length}
      total={data.total}
    >
      {rows.map((row) => (
        <li key={row.id} className={rowClass(row)}>
          <OpenLine of={row} />
        </li>
      ))}
    </BuildingsFrame>
  )
}

interface BuildingsFrameProps {
  readonly title: string
  readonly shown: number
  readonly total: number
  readonly children: ReactNode
}

function BuildingsFrame({ title, shown, total, children }: BuildingsFrameProps) {
  return (
    <Card
      flush
      title={title}
      freshness={shown > 1 && <span className="mr-auto text-sm text-ink-soft">最严重在前</span>}
      className="mt-3 overflow-hidden"
      actions={
        shown < total && (
          <Link
            to="/buildingList"
            className="-mr-2 inline-flex min-h-control items-center rounded px-2 text-sm text-link hover:underline"
          >
            全部 {formatNumber(total)} 栋
            <ChevronRightIcon />
          </Link>
        )
      }
    >
      <ul className="-mb-px">{children}</ul>
    </Card>
  )
}

const LINE = 'flex min-w-0 flex-1 items-center gap-x-3 px-3 py-1.5 hover:bg-wash md:px-4 xl:grid xl:gap-x-4'
const OPEN = 'xl:grid-cols-[3rem_minmax(0,1.2fr)_14.5rem_6.5rem_minmax(0,1fr)_1.25rem]'
const WITH_ACT = 'xl:grid-cols-[3rem_minmax(0,1.2fr)_14.5rem_6.5rem_minmax(0,1fr)_11rem]'

const rowClass = ({ alarmNum }: BuildingRow) =>
  cx('flex items-center border-b border-line', alarmNum ? 'bg-danger-soft' : undefined)

function OpenLine({ of }: { of: BuildingRow }) {
  return (
    <Link
      to="/buildDetail/$id/$canEdit/$tabName"
      params={{ id: of.id, canEdit: '0', tabName: 'baseInfo' }}
      className={cx(LINE, OPEN)}
    >
      <Line of={of} />
      <ChevronRightIcon className="shrink-0 text-ink-soft" />
    </Link>
  )
}

interface LineProps {
  readonly of: BuildingRow
  readonly act?: string | undefined
}

function Line({ of, act }: LineProps) {
  const { alarmNum, pointNum, offlineNum, isvName } = of
  return (
    <>
      <ScoreBlock
        className={cx('!h-11 !w-12 shrink-0', alarmNum ? '!bg-panel' : undefined)}
        score={of.safetyScore ?? null}
        alarms={alarmNum}
      />
      <span className="flex min-w-0 flex-1 flex-col md:block xl:contents">
        <span className="contents min-w-0 items-baseline gap-x-3 md:flex xl:block">
          <span className="break-words text-base font-semibold text-ink md:shrink-0 md:max-xl:max-w-[70%] xl:block">
            {of.name}
          </span>
          <span className={cx('order-1 truncate text-sm text-ink-soft xl:block xl:text-xs', act && 'hidden md:inline')}>
            {[of.countyName, of.streetName].filter(Boolean).join(' ')}
          </span>
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm">
          {isCalm(of) ? <CalmMark of={of} /> : <ConditionMarks of={of} className="xl:whitespace-nowrap" />}
        </span>
        <span className="hidden whitespace-nowrap text-right text-sm text-ink-soft xl:block">
          {offlineNum !== undefined && pointNum > 0 && (
            <>
              <span className="font-figure text-ink">{`${formatNumber(pointNum - offlineNum)} / ${formatNumber(pointNum)}`}</span>{' '}
              在线
            </>
          )}
        </span>
        <span title={isvName ?? undefined} className="hidden truncate text-sm text-ink-soft xl:block">
          {isvName}
        </span>
      </span>
      {act && <span className={cx(buttonClass({ size: 'small' }), 'shrink-0 xl:justify-self-end')}>{act}</span>}
    </>
  )
}
