import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BuildingRow } from '#contract/building.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { buildingQuery } from '#app/data/building.ts'
import { formatNumber, orMissing } from '#app/lib/format.ts'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { edgeClass } from '#app/ui/edge-class.ts'
import { useNoteFires } from './alarm/use-note-fires.ts'
import { isHeldToDistrict } from './authority-area.ts'
import { AccessMark } from './calm-mark.tsx'
import { ConditionMarks, isAllOffline } from './condition-mark.tsx'
import { FailedRead } from './failed-read.tsx'
import { firstTab } from './first-tab.ts'
import { ScoredRowsComing } from './rows-coming.tsx'
import { ScoreBlock } from './score-block.tsx'

const TITLE = '建筑'
export const OPEN_BUILDING = '或打开一栋建筑'
export const CHOOSE_BUILDING = '选择建筑登记检修'

interface OwnBuildingsProps {
  readonly title?: string
  readonly order?: string
  readonly numberedFrom?: string
}

export function OwnBuildings({ title = TITLE, order, numberedFrom }: OwnBuildingsProps) {
  const { data, isLoading } = useQuery(buildingQuery.worst())
  useNoteFires(useQuery({ ...alarmQuery.open(), enabled: useMay('duty') }).data)
  if (isLoading) return <BuildingsComing title={title} isStacked={numberedFrom !== undefined} />
  if (!data || data.list.length === 0) return null
  const found = data.list.filter(({ id }) => id.startsWith(numberedFrom ?? ''))
  const rows = found.length > 0 ? found : data.list
  return (
    <BuildingsFrame title={title} order={order} shown={rows.length} total={data.total}>
      {rows.map((row) => (
        <li key={row.id} className={ROW}>
          <OpenLine of={row} isNumbered={numberedFrom !== undefined} />
        </li>
      ))}
    </BuildingsFrame>
  )
}

export function ServiceableBuildings({ onPick }: { onPick(row: BuildingRow): void }) {
  const worst = useQuery(buildingQuery.worst())
  const { data, isLoading } = worst
  if (isLoading) return <BuildingsComing title={CHOOSE_BUILDING} isActed />
  if (!data)
    return (
      <Card title={CHOOSE_BUILDING} className="mt-3">
        <FailedRead of={worst} />
      </Card>
    )
  if (data.list.length === 0) return null
  const { list, total } = data
  const burning = list.filter(({ alarmNum }) => alarmNum)
  const others = list.filter(({ alarmNum }) => !alarmNum)
  const isCounted = others.length > 0 || list.length === total
  return (
    <BuildingsFrame
      title={CHOOSE_BUILDING}
      isActed
      order={burning.length > 0 && others.length > 0 ? '有火警的在后' : undefined}
      shown={list.length}
      total={total}
    >
      {others
        .filter(({ pointNum }) => pointNum > 0)
        .map((row) => (
          <ServiceableRow key={row.id} of={row} onPick={onPick} act="登记" />
        ))}
      {others
        .filter(({ pointNum }) => pointNum === 0)
        .map((row) => (
          <li key={row.id} className={ROW}>
            <OpenLine of={row} act={<span className={cx(ACT, 'text-sm text-ink-soft')}>无需登记</span>} />
          </li>
        ))}
      {burning.length > 0 && (
        <li className="flex items-center gap-x-2 border-b border-line bg-danger-soft px-4 py-1 text-sm font-medium text-danger-ink">
          <ToneMark tone="fire" className="h-4 w-4" />
          <span className="flex-1">{isCounted ? `${burning.length} 栋` : '以下建筑'}有火警，先确认再登记</span>
          <Link to="/alarms" className={cx(buttonClass({ size: 'small', kind: 'primary' }), ACT)}>
            去确认
          </Link>
        </li>
      )}
      {burning.map((row) => (
        <ServiceableRow key={row.id} of={row} onPick={onPick} act="仍要登记" kind="quiet" />
      ))}
    </BuildingsFrame>
  )
}

interface ServiceableRowProps {
  readonly of: BuildingRow
  readonly act: string
  readonly kind?: 'quiet'
  onPick(row: BuildingRow): void
}

function ServiceableRow({ of, act, kind, onPick }: ServiceableRowProps) {
  return (
    <li className={ROW}>
      <button type="button" className={cx(LINE, WITH_ACT, 'text-left')} onClick={() => onPick(of)}>
        <Line
          of={of}
          act={
            <span
              className={cx(
                buttonClass({ size: 'small', kind }),
                ACT,
                kind === 'quiet' && cx(edgeClass.small, 'flex-col !items-end !gap-0 !font-normal max-md:-ml-3'),
              )}
            >
              {act}
              {kind === 'quiet' && <span className="text-xs text-ink-soft">不再通知</span>}
            </span>
          }
        />
      </button>
    </li>
  )
}

interface BuildingsFrameProps {
  readonly title: string
  readonly order?: string | undefined
  readonly isActed?: boolean
  readonly shown: number
  readonly total: number
  readonly children: ReactNode
}

function BuildingsFrame({ title, order = '最严重在前', isActed = false, shown, total, children }: BuildingsFrameProps) {
  const isPart = shown < total
  return (
    <Card
      flush
      title={title}
      freshness={
        shown > 1 && (
          <span className={cx('mr-auto text-sm text-ink-soft', isPart && isActed && 'max-md:sr-only')}>
            <Dotted of={[!isPart && `${total} 栋`, order]} />
          </span>
        )
      }
      className="mt-3 overflow-hidden"
      actions={
        isPart && (
          <Link
            to="/buildingList"
            className="inline-flex min-h-control items-center text-sm font-medium text-link hover:underline"
          >
            全部 {formatNumber(total)} 栋
            <ChevronRightIcon className="-mr-bearing" />
          </Link>
        )
      }
    >
      <ColumnHeads isActed={isActed} />
      <ul className="-mb-px">{children}</ul>
    </Card>
  )
}

interface BuildingsComingProps extends Pick<BuildingsFrameProps, 'title' | 'isActed'> {
  readonly isStacked?: boolean
}

export function BuildingsComing({ title, isActed = false, isStacked = isActed }: BuildingsComingProps) {
  return (
    <Card flush title={title} className="mt-3 overflow-hidden">
      <ColumnHeads isActed={isActed} />
      <ScoredRowsComing isStacked={isStacked} />
    </Card>
  )
}

function ColumnHeads({ isActed }: { isActed: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        'hidden border-b border-line bg-sunk px-4 py-2 text-sm text-ink-soft xl:grid xl:gap-x-4',
        isActed ? WITH_ACT : OPEN,
      )}
    >
      <span>评分</span>
      <span>建筑</span>
      <span>现在</span>
      <span className="text-right">点位在线</span>
      <span className="pl-8">服务商</span>
      {isActed && <span className="text-right">操作</span>}
    </div>
  )
}

const LINE =
  'flex min-w-0 flex-1 items-center gap-x-3 px-4 py-2 hover:bg-wash md:grid md:min-h-[4.5rem] xl:min-h-[3.25rem] xl:gap-x-4 xl:py-1.5'
const OPEN =
  'md:grid-cols-[3rem_minmax(0,1fr)_1.25rem] xl:grid-cols-[3rem_minmax(0,17rem)_14.5rem_6.5rem_minmax(0,1fr)_1.25rem]'
const WITH_ACT =
  'md:grid-cols-[3rem_minmax(0,1fr)_5rem] xl:grid-cols-[3rem_minmax(0,17rem)_14.5rem_6.5rem_minmax(0,1fr)_6rem]'

const ACT = 'shrink-0 text-right md:min-w-[4.5rem] md:justify-self-end'

const ROW = 'flex items-center border-b border-line'

function OpenLine({ of, act, isNumbered }: LineProps) {
  return (
    <Link
      to="/buildDetail/$id/$canEdit/$tabName"
      params={{ id: of.id, canEdit: '0', tabName: firstTab(of.alarmNum) }}
      className={cx(LINE, act ? WITH_ACT : OPEN)}
    >
      <Line of={of} act={act} isNumbered={isNumbered} />
      {!act && <ChevronRightIcon className="-mr-bearing text-ink-soft md:justify-self-end" />}
    </Link>
  )
}

interface LineProps {
  readonly of: BuildingRow
  readonly act?: ReactNode
  readonly isNumbered?: boolean | undefined
}

function Line({ of, act, isNumbered }: LineProps) {
  const { alarmNum, pointNum, offlineNum, isvName } = of
  const isUnread = offlineNum === undefined || pointNum === 0
  const isStacked = Boolean(isNumbered || act)
  return (
    <>
      <ScoreBlock className="!w-12 shrink-0 max-xl:!h-12" score={of.safetyScore ?? null} alarms={alarmNum} />
      <span className="flex min-w-0 flex-1 flex-col md:grid md:grid-cols-[minmax(0,1fr)_7rem] md:items-baseline md:gap-x-3 xl:contents">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 xl:block">
          <span
            className={cx(
              'break-words text-base font-semibold text-ink max-md:line-clamp-2',
              isNumbered ? 'xl:inline' : 'xl:block',
              isStacked && 'max-md:basis-full',
            )}
          >
            {of.name}
          </span>
          {isNumbered && (
            <span className="font-figure text-sm font-semibold text-ink xl:ml-2">
              <span className="font-normal text-ink-soft">编号 </span>
              {of.id}
            </span>
          )}{' '}
          <span className="max-w-full truncate text-sm text-ink-soft xl:block">
            {!isHeldToDistrict() && of.countyName && <span className="max-md:hidden">{of.countyName} </span>}
            {of.streetName}
          </span>
        </span>
        <span
          className={cx(
            'flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm md:gap-x-2 md:max-xl:mt-1',
            isStacked ? 'max-md:mt-1 max-md:min-h-[1.25rem]' : 'max-md:mt-1.5',
          )}
        >
          <ConditionMarks of={of} className="max-md:gap-x-1.5 xl:whitespace-nowrap" />
          <AccessMark of={of} />
        </span>
        <span
          className={cx(
            'whitespace-nowrap text-right text-sm text-ink-soft max-md:hidden md:max-xl:col-start-2 md:max-xl:row-span-2 md:max-xl:row-start-1 md:max-xl:self-center',
            isUnread && 'md:max-xl:invisible',
          )}
        >
          {isUnread ? (
            orMissing(null)
          ) : (
            <>
              <span
                className={cx('font-figure', isAllOffline(of) ? 'text-attention-ink' : 'text-ink')}
              >{`${formatNumber(pointNum - offlineNum)} / ${formatNumber(pointNum)}`}</span>
              <span className="sr-only text-xs md:max-xl:not-sr-only"> 在线</span>
            </>
          )}
        </span>
        <span title={isvName ?? undefined} className="truncate pl-8 text-sm text-ink-soft max-xl:hidden">
          {orMissing(isvName)}
        </span>
      </span>
      {act}
    </>
  )
}
