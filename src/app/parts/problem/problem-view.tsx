import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ProblemDetail } from '#contract/problem.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { problemQuery, waitingHandling } from '#app/data/problem.ts'
import { CallError } from '#app/lib/call.ts'
import { formatTime, dayTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useConnection } from '#app/offline/connection.ts'
import { useMay } from '#app/session/use-may.ts'
import { cx } from '#app/ui/cx.ts'
import { Details as Rows } from '#app/ui/details.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { InfoIcon } from '#app/ui/icon.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { AlarmAwaited } from '../alarm/alarm-awaited.tsx'
import { useWaitingWrites } from '../alarm/use-waiting-writes.ts'
import { DataTime } from '../data-time.tsx'
import { QueryResult } from '../query-result.tsx'
import { useCanEdit } from '../use-can-edit.ts'
import { FloorAwaited } from '../floor-plan/floor-awaited.tsx'
import { ProblemActions } from './problem-actions.tsx'
import { ProblemAge } from './problem-age.tsx'
import { ProblemCurve } from './problem-curve.tsx'
import { ProblemAwaited, StepsAwaited } from './problem-awaited.tsx'
import { type KnownProblem, problemPlace, problemState } from './problem-words.ts'

const AlarmView = lazy(() => import('../alarm/alarm-view.tsx').then((loaded) => ({ default: loaded.AlarmView })))

const PointOnPlan = lazy(() =>
  import('../floor-plan/point-on-plan.tsx').then((loaded) => ({ default: loaded.PointOnPlan })),
)

type FireLook = 'sheet' | 'beside'

interface ProblemViewProps {
  readonly id: string
  readonly row: KnownProblem | undefined
  readonly look?: FireLook
  onDone(): void
}

export function ProblemView({ id, row, look = 'sheet', onDone }: ProblemViewProps) {
  const detail = useQuery(problemQuery.one(id))
  const mayAct = useMay('duty')
  const isAwaited = useConnection() === 'online' && detail.isLoading
  if (detail.error instanceof CallError && detail.error.code === 404)
    return <Empty title="问题不存在" hint="它可能不属于您可以查看的建筑" />
  const known: (KnownProblem & Partial<ProblemDetail>) | undefined = detail.data ?? row
  if (!known)
    return (
      <QueryResult of={detail} waiting={<ProblemAwaited />}>
        {() => null}
      </QueryResult>
    )
  if (mayAct && known.alarmId) return <FireView key={known.alarmId} id={known.alarmId} look={look} chosen={known} />
  const { curve, steps, advice, next } = known
  return (
    <div className="flex min-h-full flex-col gap-4">
      <Head of={known} />
      {curve ? (
        <ProblemCurve of={curve} happenTime={known.happenTime} />
      ) : (
        isAwaited && known.value && <Skeleton className="h-40" />
      )}
      {detail.data ? <Facts of={detail.data} /> : isAwaited && <Skeleton className="h-control" />}
      {steps ? (
        steps.length > 0 && <Steps of={steps} />
      ) : isAwaited ? (
        <StepsAwaited />
      ) : (advice ?? next) ? (
        <Steps of={[advice ?? next ?? '']} />
      ) : null}
      {known.deviceId && known.floor && (
        <Suspense fallback={<FloorAwaited />}>
          <PointOnPlan buildingId={known.buildingId} floor={known.floor} pointIds={[known.deviceId]} />
        </Suspense>
      )}
      <Details of={known} />
      <DataTime of={detail} />
      <ProblemActions key={`${known.id} ${known.status}`} of={known} onDone={onDone} />
    </div>
  )
}

interface FireViewProps {
  readonly id: string
  readonly look: FireLook
  readonly chosen?: KnownProblem
}

export function FireView({ id, look, chosen }: FireViewProps) {
  const fires = useQuery(alarmQuery.open())
  return (
    <Suspense fallback={<AlarmAwaited isSheet />}>
      <AlarmView
        id={id}
        row={fires.data?.list.find((fire) => fire.id === id)}
        look={look}
        {...(chosen && { chosen })}
      />
    </Suspense>
  )
}

function Head({ of }: { of: KnownProblem & Partial<ProblemDetail> }) {
  const now = useNow()
  const kind = of.kind ?? 'fault'
  const { text, tone } = problemState({ ...of, kind }, waitingHandling(useWaitingWrites(), of.id))
  const handled = of.handledTime && [of.handledBy, dayTime(of.handledTime, now), '登记为已处理']
  const place = problemPlace({ floor: null, zone: null, descript: null, ...of })
  return (
    <section aria-label="问题概要">
      <p className={cx('flex flex-wrap items-center gap-x-2 text-base font-semibold', toneClass[tone].text)}>
        <ToneMark tone={tone} className="h-5 w-5" />
        {text}
        {of.questionStatus === 0 && (
          <>
            <span aria-hidden="true">·</span>
            <ProblemAge of={{ ...of, kind }} />
          </>
        )}
      </p>
      <h3 className="mt-0.5 break-words text-xl font-semibold">{of.itemDesc}</h3>
      <p className="break-words text-base">{[of.buildingName, place].filter(Boolean).join(' · ')}</p>
      <p className="text-sm text-ink-soft">
        {formatTime(of.happenTime)} 发生
        {of.solveTime && `，${formatTime(of.solveTime)} 解决`}
        {of.closeReason && `，已关闭：${of.closeReason}`}
      </p>
      {handled && (
        <p className="mt-1 break-words text-sm text-ink-soft">
          {handled.filter(Boolean).join(' ')}
          {of.handledNote && `：${of.handledNote}`}
        </p>
      )}
    </section>
  )
}

function Facts({ of: { value, earlier, onFloor, floor } }: { of: ProblemDetail }) {
  const facts = [
    value && `最近上报 ${value}`,
    earlier > 0 && `90 天内同类问题 ${earlier} 次`,
    onFloor > 0 && `${floor} 另有 ${onFloor} 个未解决的问题`,
  ].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <p className="flex items-start gap-2 rounded-md border border-line bg-sunk px-3 py-2 text-base">
      <InfoIcon className="mt-1 shrink-0 text-ink-soft" />
      <span className="min-w-0 break-words">{facts.join('；')}。</span>
    </p>
  )
}

function Steps({ of }: { of: readonly string[] }) {
  return (
    <section aria-label="处理建议">
      <h4 className="mb-2 text-base font-semibold">处理建议</h4>
      <ol className="space-y-2">
        {of.map((step, at) => (
          <li key={step} className="flex items-start gap-3 text-base">
            <span
              aria-hidden="true"
              className="mt-px flex h-[1.375rem] w-[1.375rem] shrink-0 items-center justify-center rounded-full bg-unknown-soft font-figure text-sm font-semibold"
            >
              {at + 1}
            </span>
            <span className="min-w-0 break-words">{step}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Details({ of }: { of: KnownProblem }) {
  const canEdit = useCanEdit()
  const building = (
    <Link
      to="/buildDetail/$id/$canEdit/$tabName"
      params={{ id: of.buildingId, canEdit, tabName: 'todoInfo' }}
      className="inline-flex min-h-control items-center text-link underline md:min-h-0"
    >
      {of.buildingName}
    </Link>
  )
  return (
    <section aria-label="问题资料" className="border-t border-line pt-3">
      <Rows
        rows={[
          ['建筑名称', building],
          ['问题描述', of.content ?? of.itemDesc],
          ...(of.deviceNo ? ([['设备编号', of.deviceNo.replace(/,/g, '、')]] as const) : []),
        ]}
      />
    </section>
  )
}
