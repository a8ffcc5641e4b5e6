import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { AlarmDetail, AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { CallError } from '#app/lib/call.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { useConnection } from '#app/offline/connection.ts'
import { useWaitingWrites } from './use-waiting-writes.ts'
import { DataTime } from '../data-time.tsx'
import { QueryResult } from '../query-result.tsx'
import { CallIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { PhoneDigits } from '#app/ui/phone-digits.tsx'
import { AlarmActions } from './alarm-actions.tsx'
import { AlarmAwaited, CallAwaited, CardAwaited, ContactsAwaited } from './alarm-awaited.tsx'
import { AlarmBuilding, AlarmContacts, calleeOf } from './alarm-contacts.tsx'
import { type ChosenDevice, latestOf, shownDevice } from './alarm-device.ts'
import { AlarmHead } from './alarm-head.tsx'
import { AlarmScene } from './alarm-scene.tsx'
import { FloorAwaited } from '../floor-plan/floor-awaited.tsx'
import { KeyHint } from '../key-hint.tsx'
import { RealFireSteps } from './real-fire-steps.tsx'

const AlarmCurves = lazy(() => import('./alarm-curves.tsx').then((m) => ({ default: m.AlarmCurves })))
const AlarmForwarding = lazy(() => import('./alarm-forwarding.tsx').then((m) => ({ default: m.AlarmForwarding })))

const AlarmDeliveries = lazy(() => import('./alarm-deliveries.tsx').then((m) => ({ default: m.AlarmDeliveries })))

const DeviceHistory = lazy(() => import('./device-history.tsx').then((m) => ({ default: m.DeviceHistory })))

const PointOnPlan = lazy(() =>
  import('../floor-plan/point-on-plan.tsx').then((loaded) => ({ default: loaded.PointOnPlan })),
)

export interface AlarmViewProps {
  readonly id: string
  /** Until the details load, and offline. */
  readonly row: AlarmRow | undefined
  /** `pane`: with keys; others: decision at foot. */
  readonly look: 'pane' | 'sheet' | 'beside'
  readonly chosen?: ChosenDevice
}

export function AlarmView({ id, row, look, chosen }: AlarmViewProps) {
  const [shown, setShown] = useState(row)
  // Judged elsewhere it leaves the list while shown.
  if (row && row !== shown) setShown(row)
  const detail = useQuery(alarmQuery.one(id))
  const writes = useWaitingWrites()
  const isOnline = useConnection() === 'online'
  const isBeside = useMedia(WIDE) && look === 'pane'
  const isSheet = look !== 'pane'
  const isOver = look === 'sheet'
  if (detail.error instanceof CallError && detail.error.code === 404)
    return <Empty title="火警不存在" hint="它可能不属于您可以查看的建筑" />
  const known: AlarmRow | AlarmDetail | undefined = newer(detail.data, row ?? shown)
  if (!known)
    return (
      <QueryResult of={detail} waiting={<AlarmAwaited isSheet={isSheet} />}>
        {() => null}
      </QueryResult>
    )
  const full = detail.data
  const isAwaited = isOnline && detail.isLoading
  const latest = full && latestOf(full)
  const { floor } = shownDevice(known, chosen)
  const waiting = waitingActs(writes, id)
  const isReal = (waiting.verdict ?? known.verdict) === REAL
  const callee = full && calleeOf(full)
  const call = callee ? <CallButton of={callee} isBlock={isOver} /> : isAwaited && <CallAwaited isBlock={isOver} />
  const actions = (
    <AlarmActions key={known.verdict} of={known} acts={full?.acts} isBar={!isSheet} call={!isOver && call} />
  )
  const history = full && <DeviceHistory of={full} />
  const beside = (full || isAwaited) && (
    <>
      {full ? <AlarmContacts of={full} isAwaited={detail.isFetching} /> : <ContactsAwaited />}
      {full && <AlarmBuilding of={full} />}
      {isBeside && <Suspense fallback={null}>{history}</Suspense>}
    </>
  )
  const rest = (
    <>
      <Suspense fallback={null}>
        {full && full.curves.length > 0 && <AlarmCurves of={full} />}
        {known.verdict === REAL && <AlarmForwarding alarmId={known.id} />}
        <AlarmDeliveries alarmId={known.id} isOpen={known.isOpen} />
        {!isBeside && (
          <>
            {history}
            {beside}
            <DataTime of={detail} />
          </>
        )}
      </Suspense>
    </>
  )
  const evidence = (
    <>
      {isReal && (
        <RealFireSteps
          of={known}
          ends={full?.ends ?? []}
          isWaiting={waiting.verdict === REAL}
          isEnded={waiting.isEnded ?? false}
        />
      )}
      {isOver && call}
      {full ? (
        <AlarmScene of={full} />
      ) : (
        <QueryResult of={detail} waiting={<CardAwaited title={known.verdict === null ? '现场情况' : '经过'} />}>
          {() => null}
        </QueryResult>
      )}
      {full?.buildingId && latest && floor ? (
        <Suspense fallback={<FloorAwaited />}>
          <PointOnPlan
            buildingId={full.buildingId}
            floor={floor}
            pointIds={[latest.deviceId, full.deviceId, ...full.records.map(({ deviceId }) => deviceId)].flatMap(
              (one) => one ?? [],
            )}
            own={
              full.events > full.records.length
                ? undefined
                : [latest.floor, full.floor, ...full.records.map((record) => record.floor)]
            }
          >
            {rest}
          </PointOnPlan>
        </Suspense>
      ) : (
        <>
          {isAwaited && known.buildingId && floor && <FloorAwaited />}
          {rest}
        </>
      )}
    </>
  )
  if (isSheet)
    return (
      <div className="space-y-3">
        <AlarmHead of={known} isSheet isRed={isOver} chosen={chosen} />
        {!isOver && <div className="alarm-foot alarm-top">{actions}</div>}
        {evidence}
        {isOver && <div className="alarm-foot">{actions}</div>}
      </div>
    )
  return (
    <div className="flex h-full flex-col">
      <AlarmHead of={known} isSheet={false} />
      <div className="relative border-b border-line bg-panel px-5 py-3">{actions}</div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-3">
        <div className={cx('grid gap-3', isBeside && beside && 'xl:grid-cols-[minmax(0,1fr)_19.75rem]')}>
          <div className="min-w-0 space-y-3">{evidence}</div>
          {isBeside && (
            <div className="min-w-0 space-y-3">
              {beside}
              <DataTime of={detail} />
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

/** Details may be older for a moment. */
function newer(detail: AlarmDetail | undefined, row: AlarmRow | undefined): AlarmRow | AlarmDetail | undefined {
  return detail && row && row.version > detail.version ? { ...detail, ...row } : (detail ?? row)
}

interface CallButtonProps {
  readonly of: NonNullable<ReturnType<typeof calleeOf>>
  readonly isBlock: boolean
}

function CallButton({ of: contact, isBlock }: CallButtonProps) {
  const name = `呼叫 ${contact.name ?? ''} ${contact.phone}（${contact.role}）`
  return (
    <a
      href={`tel:${contact.phone}`}
      data-call
      aria-label={isBlock ? `呼叫${contact.role} ${contact.name ?? ''} ${contact.phone}` : name}
      title={isBlock ? undefined : name}
      className={cx(
        buttonClass({ block: isBlock }),
        isBlock ? 'min-h-[3rem] !whitespace-normal py-1' : 'h-10 w-full min-w-control xl:max-[1439px]:px-2',
      )}
    >
      <CallIcon className="shrink-0" />
      <span className={isBlock ? undefined : 'truncate xl:max-[1439px]:hidden'}>
        呼叫{isBlock && contact.role} {contact.name ?? (!isBlock && contact.role)}{' '}
        {isBlock && <PhoneDigits of={contact.phone} />}
      </span>
      {!isBlock && <KeyHint keys="C" />}
    </a>
  )
}
