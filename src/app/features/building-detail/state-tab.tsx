import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { CURVE_DAYS } from '#contract/curve.ts'
import { chartedOf } from '#contract/measure-words.ts'
import type { MeasuredRow, SystemFires } from '#contract/point.ts'
import { fromWireTime } from '#contract/time.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { curveQuery } from '#app/data/curve.ts'
import { shortTime } from '#app/lib/format.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { ageText } from '#app/parts/alarm/alarm-age.rules.ts'
import { calledFor } from '#app/parts/alarm/called-for.rules.ts'
import { AlarmAge } from '#app/parts/alarm/alarm-age.tsx'
import { fireWords } from '#app/parts/alarm/alarm-device.ts'
import { stateWord } from '#app/parts/alarm/alarm-words.ts'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
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
import { EvidenceCard } from '#app/parts/evidence-card.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
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
  const pair = (className: string) => <div className={cx('grid gap-3 md:grid-cols-2', className)}>{people}</div>
  const afterCurve = !isWide && !isBurning && pair('mt-3')
  return (
    <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_398px]">
      <div className="min-w-0">
        {!isWide && isBurning && pair('mb-3')}
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
          {isWide && people}
          <Suspense fallback={<CardSpace height={316} />}>
            <ScoreTrendCard buildingId={buildingId} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

function OpenAlarmsCard({ buildingId }: { buildingId: string }) {
  const mayAct = useMay('duty')
  const { data } = useQuery({ ...alarmQuery.openOf(buildingId), enabled: mayAct })
  const writes = useWaitingWrites()
  const now = useNow()
  if (!data || data.list.length === 0) return null
  return (
    <EvidenceCard
      title="火灾报警"
      aside={
        <Link
          to="/alarms"
          search={{ building: buildingId }}
          className={cx(buttonClass({ kind: 'quiet', size: 'small' }), '-my-2.5 -mr-2.5 !text-danger-ink')}
        >
          {data.total} 处未结束
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {data.list
          .slice(0, MOST_ALARMS_SHOWN)
          .map((alarm) => ({ alarm, words: fireWords(alarm, now) }))
          .map(({ alarm, words: [place, last, again, kind] }) => (
            <li key={alarm.id}>
              <Link
                to="/alarms"
                search={{ id: alarm.id, building: buildingId }}
                className="flex min-h-[3.25rem] items-center gap-3 py-1 hover:bg-sunk"
              >
                <FireMark sign="danger-on" className="h-5 w-5 text-danger" />
                <span className="min-w-0 flex-1 break-words">
                  {place || last}
                  <Dotted
                    className="text-sm text-ink-soft"
                    of={[place && last, again || shortTime(alarm.alarmTime, now), kind]}
                  />
                </span>
                <span className="shrink-0 self-start text-right font-semibold text-danger-ink">
                  <span className="block font-figure">
                    <AlarmAge of={calledFor(alarm)} />
                  </span>
                  <span className="block text-sm">{stateWord(alarm, waitingActs(writes, alarm.id)).text}</span>
                </span>
                <ChevronRightIcon className="-mr-1 shrink-0 text-ink-soft" />
              </Link>
            </li>
          ))}
      </ul>
    </EvidenceCard>
  )
}

const MOST_ALARMS_SHOWN = 5

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
        firesOf(b) - firesOf(a) ||
        Number(b.some(isOut)) - Number(a.some(isOut)) ||
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

const DAYS = CURVE_DAYS.map((value) => ({ value, label: { 1: '24 小时', 7: '7 天', 30: '30 天', 365: '1年' }[value] }))
const CHART_HEIGHT = 240

function MeasureCard({ of, building, canEdit, withIot }: StateTabProps & { of: MeasuredRow }) {
  const [days, setDays] = useState<(typeof CURVE_DAYS)[number]>(1)
  const now = useNow()
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
      <h2 className="mb-2 flex items-baseline justify-between gap-3 px-1 text-base">
        {name}
        <span className="flex flex-wrap items-baseline justify-end gap-x-3 text-sm font-normal text-ink-soft">
          <SystemFiresMark fires={fires} buildingId={buildingId} />
          {rows.length} 个测点{out > 0 ? `，${out} 个异常` : fires === 0 && '，无异常'}
        </span>
      </h2>
      <ul className="grid gap-x-6 rounded-md border border-line bg-panel px-1 xl:grid-cols-2">
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
                'flex min-h-[3.5rem] w-full flex-col justify-center rounded px-3 py-1.5 text-left -outline-offset-2 hover:bg-sunk md:max-xl:grid md:max-xl:min-h-[2.75rem] md:max-xl:grid-cols-[minmax(0,7fr)_minmax(0,11fr)_4.5rem_minmax(5.5rem,auto)] md:max-xl:items-center md:max-xl:gap-x-3',
                row.deviceId === chosen && 'bg-link/10',
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
              <span className="flex w-full items-center justify-between gap-3 md:max-xl:contents">
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
  const words = condition && `${isOffline && isOut(of) ? beforeOffline(of) : ''}${condition.text}`
  if (!condition || condition.tone === 'ok')
    return <span className="min-w-0 break-words text-sm text-ink-soft">{measuredPlace(of)}</span>
  return (
    <span className={cx('flex min-w-0 items-baseline gap-1 text-sm', toneClass[condition.tone].text)}>
      <ToneMark tone={condition.tone} />
      <span className="min-w-0 break-words [word-break:keep-all]">
        {[words !== shownValue(of).value && words, measuredPlace(of)].filter(Boolean).join('\u00a0· ')}
      </span>
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
