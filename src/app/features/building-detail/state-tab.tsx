import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { CURVE_DAYS } from '#contract/curve.ts'
import { chartedOf } from '#contract/measure-words.ts'
import type { MeasuredRow, SystemFires } from '#contract/point.ts'
import { fromWireTime } from '#contract/time.ts'
import { curveQuery } from '#app/data/curve.ts'
import { shortTime } from '#app/lib/format.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { ageText } from '#app/parts/alarm/alarm-age.rules.ts'
import { DataTime } from '#app/parts/data-time.tsx'
import { DeviceCurve } from '#app/parts/curve/device-curve.tsx'
import { MeasuredTrend, MeasuredValue } from '#app/parts/curve/measured-value.tsx'
import {
  beforeOffline,
  isByDevice,
  pointCondition,
  isOut,
  measuredName,
  measuredPlace,
  rangeWords,
  shownValue,
} from '#app/parts/curve/measured-words.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { useMay } from '#app/session/use-may.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Card, CardSpace } from '#app/ui/card.tsx'
import { placeIn } from '#app/ui/curve.rules.ts'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { BuildingContacts } from './building-contacts.tsx'
import { OpenAlarmsCard } from './open-alarms-card.tsx'

const ScoreTrendCard = lazy(() =>
  import('./score-trend-card.tsx').then((loaded) => ({ default: loaded.ScoreTrendCard })),
)

interface StateTabProps {
  readonly building: BuildingDetail
  readonly canEdit: boolean
  readonly withIot: boolean
}

export function StateTab({ building, canEdit, withIot }: StateTabProps) {
  const { buildingId } = building
  const measured = useQuery(curveQuery.measured(buildingId))
  const isWide = useMedia(WIDE)
  const people = (
    <>
      <OpenAlarmsCard buildingId={buildingId} />
      <BuildingContacts building={building} manager="消防安全管理人" />
    </>
  )
  const isBurning = Boolean(building.alarmNum)
  const pair = (className: string) => (
    <div
      className={cx(
        'grid gap-3 md:grid-cols-2 md:[&>:last-child]:flex md:[&>:last-child]:flex-col md:[&>:last-child>ul]:grid md:[&>:last-child>ul]:flex-1',
        className,
      )}
    >
      {people}
    </div>
  )
  const afterCurve = !isWide && !isBurning && pair('mt-3')
  return (
    <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_398px]">
      <div className="min-w-0">
        {isBurning && pair('mb-3')}
        <QueryResult of={measured} waiting={<Coming />}>
          {({ list, total, fires }) =>
            list.length === 0 ? (
              <>
                <Card title="测点" freshness={<DataTime of={measured} />}>
                  <Empty title="该建筑暂无测点" hint="压力、液位、电气等测点上报后，这里显示当前值和曲线" />
                </Card>
                {afterCurve}
              </>
            ) : (
              <Measured
                rows={list}
                total={total}
                fires={fires}
                building={building}
                canEdit={canEdit}
                withIot={withIot}
                afterCurve={afterCurve}
              />
            )
          }
        </QueryResult>
      </div>
      {!measured.isPending && (
        <div className="grid min-w-0 gap-3">
          {isWide && !isBurning && people}
          <Suspense fallback={<CardSpace height={316} />}>
            <ScoreTrendCard buildingId={buildingId} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

interface MeasuredProps extends StateTabProps {
  readonly rows: readonly MeasuredRow[]
  readonly total: number
  readonly fires: readonly SystemFires[]
  readonly afterCurve: ReactNode
}

function Measured({ rows, total, fires, afterCurve, ...props }: MeasuredProps) {
  const [chosen, setChosen] = useState<string>()
  const top = useRef<HTMLDivElement>(null)
  const shown = rows.find(({ deviceId }) => deviceId === chosen) ?? worstOf(rows)
  const firesOf = ([row]: readonly MeasuredRow[]) =>
    fires.find(({ systemId }) => systemId === row?.systemId)?.alarmNum ?? 0
  const systems = [...new Set(rows.map(({ systemId }) => systemId))]
    .map((systemId) =>
      rows.filter((row) => row.systemId === systemId).sort((a, b) => Number(isOut(b)) - Number(isOut(a))),
    )
    .sort(
      (a, b) =>
        b.filter(isOut).length - a.filter(isOut).length ||
        firesOf(b) - firesOf(a) ||
        Number(a[0]?.systemId) - Number(b[0]?.systemId),
    )
  return (
    <>
      <div ref={top}>{shown && <MeasureCard key={shown.deviceId} of={shown} {...props} />}</div>
      {afterCurve}
      {systems.map((those) => (
        <SystemCard
          key={those[0]?.systemId}
          rows={those}
          buildingId={props.building.buildingId}
          fires={firesOf(those)}
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

const isBeyond = (row: MeasuredRow) => isOut(row) && row.value !== null && placeIn(row, row.value) !== 'in'
const worstOf = (rows: readonly MeasuredRow[]) =>
  rows.find((row) => isBeyond(row) && row.connectStatus === 1) ??
  rows.find(isBeyond) ??
  rows.find((row) => isOut(row) && row.figure !== null) ??
  rows[0]

const DAYS = CURVE_DAYS.map((value) => ({ value, label: { 1: '24 小时', 7: '7 天', 30: '30 天', 365: '1 年' }[value] }))
const CHART_HEIGHT = 240
const DAY_MS = 86_400_000

function daysSince(since: string | null, now: Date) {
  const age = since === null ? 0 : now.getTime() - fromWireTime(since).getTime()
  return CURVE_DAYS.find((days) => age < days * DAY_MS) ?? 365
}

function departureOf({ since, value, low, high }: MeasuredRow, now: Date) {
  const place = value === null ? 'in' : placeIn({ low, high }, value)
  if (since === null || place === 'in') return undefined
  return {
    at: fromWireTime(since).getTime(),
    text: `${shortTime(since, now)} ${place === 'below' ? '跌出' : '超出'}`,
    isLow: place === 'below',
  }
}

function MeasureCard({ of, building, canEdit, withIot }: StateTabProps & { of: MeasuredRow }) {
  const now = useNow()
  const [days, setDays] = useState(() => daysSince(of.since, now))
  const { value, unit } = shownValue(of)
  const isOffline = of.connectStatus === 0
  const conditions = [isOffline && isOut(of) && pointCondition({ ...of, connectStatus: 1 }), pointCondition(of)]
  const place = measuredPlace(of)
  return (
    <section aria-label="测点曲线" className="rounded-md border border-line bg-panel p-4">
      <header className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 break-words text-base [word-break:keep-all]">
          {measuredName(of)}
          {place && <span className="block text-sm font-normal text-ink-soft">{place}</span>}
        </h2>
        <p className="flex shrink-0 flex-wrap justify-end gap-x-3">
          {conditions.map(
            (condition) =>
              condition && (
                <span
                  key={condition.text}
                  className={cx('inline-flex items-center gap-1 font-medium', toneClass[condition.tone].text)}
                >
                  <ToneMark tone={condition.tone} />
                  {condition.text}
                </span>
              ),
          )}
        </p>
      </header>
      <div className="mb-2 mt-1 flex min-h-[3rem] flex-wrap items-center gap-x-4 gap-y-1">
        <p
          className={cx(
            'whitespace-nowrap font-figure text-4xl font-semibold',
            isOut(of) ? 'text-attention-ink' : isOffline && 'text-ink-soft',
          )}
        >
          {value}
          {unit && <span className="ml-1 text-base font-normal text-ink-soft">{unit}</span>}
        </p>
        <p className="min-w-0 text-sm text-ink-soft">
          <span className="block">{rangeWords(of)}</span>
          {of.since && (
            <span className="block">
              {shortTime(of.since, now)} 起，已 {ageText(now.getTime() - fromWireTime(of.since).getTime(), false)}
            </span>
          )}
          {(!of.since || isOffline) && (
            <span className="block">
              {beforeOffline(of)} {of.reportTime ? `${shortTime(of.reportTime, now)} 上报` : '从未上报'}
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
        isUnlimited={isByDevice(of)}
        departure={departureOf(of, now)}
        departed={of.figure}
      >
        <Segmented label="曲线时长" options={DAYS} value={days} onChange={setDays} />
        {withIot && (
          <Link
            to="/buildDetail/$id/$canEdit/$tabName"
            params={{ id: building.buildingId, canEdit: canEdit ? '1' : '0', tabName: 'iotInfo' }}
            replace
            resetScroll={false}
            className={cx(buttonClass({ kind: 'quiet', size: 'small' }), 'order-last -mr-2.5 ml-auto max-md:hidden')}
          >
            物联网数据
          </Link>
        )}
      </DeviceCurve>
    </section>
  )
}

interface SystemCardProps {
  readonly rows: readonly MeasuredRow[]
  readonly buildingId: string
  readonly fires: number
  readonly chosen: string | undefined
  onChoose(deviceId: string): void
}

function SystemCard({ rows, buildingId, fires, chosen, onChoose }: SystemCardProps) {
  const out = rows.filter(isOut).length
  const name = rows[0]?.systemName ?? ''
  return (
    <section aria-label={name} className="mt-4">
      <h2 className="mb-2 flex items-baseline justify-between gap-3 text-base">
        {name}
        <span className="flex flex-wrap items-baseline justify-end gap-x-3 text-sm font-normal text-ink-soft">
          <SystemFiresMark fires={fires} buildingId={buildingId} />
          {rows.length} 个测点{out > 0 ? `，${out} 个异常` : fires === 0 && '，无异常'}
        </span>
      </h2>
      <ul className="grid gap-x-6 overflow-hidden rounded-md border border-line bg-panel xl:grid-cols-2">
        {rows.map((row) => (
          <li
            key={row.deviceId}
            className="min-w-0 border-b border-line last:border-b-0 xl:last:odd:col-span-2 xl:[&:nth-last-child(2):nth-child(odd)]:border-b-0"
          >
            <button
              type="button"
              aria-pressed={row.deviceId === chosen}
              onClick={() => onChoose(row.deviceId)}
              className={cx(
                'flex min-h-[3.5rem] w-full flex-col justify-center px-4 py-1.5 text-left -outline-offset-2 hover:bg-sunk md:max-xl:grid md:max-xl:min-h-[2.75rem] md:max-xl:grid-cols-[minmax(0,7fr)_minmax(0,11fr)_4.5rem_minmax(5.5rem,auto)] md:max-xl:items-center md:max-xl:gap-x-3',
                row.deviceId === chosen && 'bg-link/10 shadow-[inset_3px_0_0_rgb(var(--link))]',
              )}
            >
              <span className="flex w-full items-center justify-between gap-3 md:max-xl:contents">
                <span className="min-w-0 break-words text-base [word-break:keep-all] md:max-xl:text-sm">
                  {measuredName(row)}
                </span>
                <MeasuredValue
                  of={row}
                  className="shrink-0 text-lg leading-6 md:max-xl:col-start-4 md:max-xl:row-start-1 md:max-xl:text-right"
                />
              </span>
              <span className="flex w-full items-center justify-between gap-3 md:max-xl:contents xl:min-h-[1.5rem]">
                <Second of={row} />
                <MeasuredTrend of={row} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SystemFiresMark({ fires, buildingId }: Pick<SystemCardProps, 'fires' | 'buildingId'>) {
  const isOnDuty = useMay('duty')
  if (fires === 0) return null
  const words = `本系统 ${fires} 处火警`
  if (!isOnDuty) return <span className="text-danger-ink">{words}</span>
  return (
    <Link
      to="/alarms"
      search={{ building: buildingId }}
      className="relative text-danger-ink hover:underline touch:after:absolute touch:after:-inset-3"
    >
      {words}
    </Link>
  )
}

function Second({ of }: { of: MeasuredRow }) {
  const isOffline = of.connectStatus === 0
  const condition = pointCondition(isOffline && isOut(of) ? { ...of, connectStatus: 1 } : of)
  const place = measuredPlace(of)
  const words = condition && `${isOffline && isOut(of) ? beforeOffline(of) : ''}${condition.text}`
  if (!condition || condition.tone === 'ok')
    return <span className="min-w-0 break-words text-sm text-ink-soft">{place}</span>
  return (
    <span className="flex min-w-0 items-baseline gap-1 text-sm text-ink-soft">
      <ToneMark tone={condition.tone} />
      <Dotted
        className="min-w-0 [word-break:keep-all]"
        of={[
          <span key="state" className={toneClass[condition.tone].text}>
            {words === shownValue(of).value ? `处于${words}状态` : words}
          </span>,
          place,
        ]}
      />
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
