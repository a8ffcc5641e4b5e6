import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { CURVE_DAYS } from '#contract/curve.ts'
import { chartedOf } from '#contract/measure-words.ts'
import type { MeasuredRow } from '#contract/point.ts'
import { fromWireTime } from '#contract/time.ts'
import { curveQuery } from '#app/data/curve.ts'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { ageText } from '#app/parts/alarm/alarm-age.rules.ts'
import { DataTime } from '#app/parts/data-time.tsx'
import { DeviceCurve } from '#app/parts/curve/device-curve.tsx'
import { MeasuredValue } from '#app/parts/curve/measured-value.tsx'
import {
  beforeOffline,
  pointCondition,
  isOut,
  measuredName,
  measuredPlace,
  rangeWords,
  shownValue,
} from '#app/parts/curve/measured-words.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { placeIn } from '#app/ui/curve.rules.ts'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { ScoreTrendCard } from './score-trend-card.tsx'

interface StateTabProps {
  readonly building: BuildingDetail
  readonly canEdit: boolean
  readonly withIot: boolean
}

export function StateTab({ building, canEdit, withIot }: StateTabProps) {
  const { buildingId } = building
  const measured = useQuery(curveQuery.measured(buildingId))
  return (
    <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_398px]">
      <div className="min-w-0">
        <QueryResult of={measured} waiting={<Coming />}>
          {({ list, total }) =>
            list.length === 0 ? (
              <Card title="测点" freshness={<DataTime of={measured} />}>
                <Empty title="该建筑暂无测点" hint="压力、液位、电气等测点上报后，这里显示当前值和曲线" />
              </Card>
            ) : (
              <Measured rows={list} total={total} building={building} canEdit={canEdit} withIot={withIot} />
            )
          }
        </QueryResult>
      </div>
      {!measured.isPending && <ScoreTrendCard buildingId={buildingId} />}
    </div>
  )
}

function Measured({ rows, total, ...props }: StateTabProps & { rows: readonly MeasuredRow[]; total: number }) {
  const [chosen, setChosen] = useState<string>()
  const top = useRef<HTMLDivElement>(null)
  const shown = rows.find(({ deviceId }) => deviceId === chosen) ?? worstOf(rows)
  const systems = [...new Set(rows.map(({ systemId }) => systemId))]
    .map((systemId) => rows.filter((row) => row.systemId === systemId))
    .sort((a, b) => Number(a[0]?.systemId) - Number(b[0]?.systemId))
  return (
    <>
      <div ref={top} className="scroll-mt-16">
        {shown && <MeasureCard key={shown.deviceId} of={shown} {...props} />}
      </div>
      {systems.map((those) => (
        <SystemCard
          key={those[0]?.systemId}
          rows={those}
          chosen={shown?.deviceId}
          onChoose={(deviceId) => {
            setChosen(deviceId)
            top.current?.scrollIntoView({ block: 'nearest' })
          }}
        />
      ))}
      {total > rows.length && (
        <p className="mt-3 text-sm text-ink-soft">
          共 {total} 个测点，这里列出 {rows.length} 个，其余见点位管理
        </p>
      )}
    </>
  )
}

const worstOf = (rows: readonly MeasuredRow[]) =>
  rows.find((row) => isOut(row) && row.value !== null && placeIn(row, row.value) !== 'in') ??
  rows.find((row) => isOut(row) && row.figure !== null) ??
  rows[0]

const DAYS = CURVE_DAYS.map((value) => ({ value, label: { 1: '24 小时', 7: '7 天', 30: '30 天', 365: '1年' }[value] }))
const CHART_HEIGHT = 240

function MeasureCard({ of, building, canEdit, withIot }: StateTabProps & { of: MeasuredRow }) {
  const [days, setDays] = useState<(typeof CURVE_DAYS)[number]>(1)
  const now = useNow()
  const { value, unit } = shownValue(of)
  const condition = pointCondition(of)
  const place = measuredPlace(of)
  return (
    <section aria-label="测点曲线" className="rounded-md border border-line bg-panel p-4">
      <header className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 break-words text-base">
          {measuredName(of)}
          {place && <span className="ml-2 text-sm font-normal text-ink-soft">{place}</span>}
        </h2>
        {condition && (
          <p className={cx('inline-flex shrink-0 items-center gap-1 font-medium', toneClass[condition.tone].text)}>
            <ToneMark tone={condition.tone} />
            {condition.text}
          </p>
        )}
      </header>
      <div className="mb-2 flex min-h-[3rem] flex-wrap items-center gap-x-4 gap-y-1">
        <p
          className={cx(
            'whitespace-nowrap font-figure text-4xl font-semibold',
            of.connectStatus === 0 ? 'text-ink-soft' : isOut(of) && 'text-attention-ink',
          )}
        >
          {value}
          {unit && <span className="ml-1 text-base font-normal text-ink-soft">{unit}</span>}
        </p>
        <p className="min-w-0 text-sm text-ink-soft">
          <span className="block">{rangeWords(of)}</span>
          {of.since ? (
            <span className="block">
              {shortTime(of.since, now)} 起，已 {ageText(now.getTime() - fromWireTime(of.since).getTime(), false)}
            </span>
          ) : (
            <span className="block">
              {beforeOffline(of)}
              {of.reportTime ? `${shortTime(of.reportTime, now)} 上报` : '从未上报'}
            </span>
          )}
        </p>
      </div>
      <DeviceCurve
        deviceId={of.deviceId}
        deviceName={measuredName(of)}
        span={{ days }}
        figures={chartedOf(Number(of.apiId), of.timelyData)}
        height={CHART_HEIGHT}
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <Segmented label="曲线时长" options={DAYS} value={days} onChange={setDays} />
        {withIot && (
          <Link
            to="/buildDetail/$id/$canEdit/$tabName"
            params={{ id: building.buildingId, canEdit: canEdit ? '1' : '0', tabName: 'iotInfo' }}
            replace
            resetScroll={false}
            className={buttonClass({ kind: 'quiet', size: 'small' })}
          >
            物联网数据
          </Link>
        )}
      </div>
    </section>
  )
}

interface SystemCardProps {
  readonly rows: readonly MeasuredRow[]
  readonly chosen: string | undefined
  onChoose(deviceId: string): void
}

function SystemCard({ rows, chosen, onChoose }: SystemCardProps) {
  const out = rows.filter(isOut).length
  const name = rows[0]?.systemName ?? ''
  return (
    <section aria-label={name} className="mt-4">
      <h2 className="mb-2 flex items-baseline justify-between gap-3 px-1 text-base">
        {name}
        <span className="text-sm font-normal text-ink-soft">
          {rows.length} 个测点，{out > 0 ? `${out} 个异常` : '无异常'}
        </span>
      </h2>
      <ul
        className={cx('grid gap-x-6 rounded-md border border-line bg-panel px-1', rows.length > 1 && 'md:grid-cols-2')}
      >
        {rows.map((row) => (
          <li key={row.deviceId} className="min-w-0 border-b border-line last:border-b-0">
            <button
              type="button"
              aria-pressed={row.deviceId === chosen}
              onClick={() => onChoose(row.deviceId)}
              className={cx(
                'flex min-h-[3.5rem] w-full items-center justify-between gap-3 rounded px-3 py-1.5 text-left -outline-offset-2 hover:bg-sunk',
                row.deviceId === chosen && 'bg-link/10',
              )}
            >
              <span className="min-w-0">
                <span className="block truncate text-base">{measuredName(row)}</span>
                <Second of={row} />
              </span>
              <MeasuredValue of={row} className="shrink-0 text-lg" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Second({ of }: { of: MeasuredRow }) {
  const condition = pointCondition(of)
  if (!condition || condition.tone === 'ok')
    return <span className="block truncate text-sm text-ink-soft">{measuredPlace(of)}</span>
  return (
    <span className={cx('flex items-center gap-1 truncate text-sm', toneClass[condition.tone].text)}>
      <ToneMark tone={condition.tone} />
      <span className="truncate">{[condition.text, measuredPlace(of)].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

function Coming() {
  return (
    <Loading>
      <Skeleton className="h-[24.5rem] w-full" />
      <Skeleton className="mt-4 h-64 w-full" />
    </Loading>
  )
}
