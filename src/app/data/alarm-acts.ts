import type { QueryClient } from '@tanstack/react-query'
import { alarm, type AlarmRow } from '#contract/alarm.ts'
import { REAL, type Verdict } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { toWireTime } from '#contract/time.ts'
import { alarmKey } from '#app/offline/outbox/alarm-key.ts'
import { refusedSeq, unsent } from '#app/offline/outbox/outbox-state.ts'
import type { UnsentWrite } from '#app/offline/outbox/unsent-write.ts'
import { alarmQuery } from './alarm.ts'
import { byWatchman } from './watchman.ts'
import { withOutbox, writeQueued, type Written } from '#app/offline/outbox/write-queued.ts'

const AFFECTED = /^(record|problem|dashboard|authority|score|building|buildingDetail)\./

/** Even inactive ones: a dialog must not start from the old verdict. */
export function refreshAlarms(client: QueryClient): void {
  const refresh = (calls: RegExp, refetchType: 'active' | 'all') =>
    client.invalidateQueries({
      refetchType,
      predicate: ({ queryKey: [call] }) => typeof call === 'string' && calls.test(call),
    })
  void refresh(/^alarm\./, 'all')
  void refresh(AFFECTED, 'active')
}

/** @returns shows them again */
export function hideNextCalls(client: QueryClient, alarms: readonly Pick<AlarmRow, 'id'>[]): () => void {
  const shown = alarms.flatMap(({ id }) => {
    const { queryKey } = alarmQuery.one(id)
    const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    const nextCall = client.getQueryData(queryKey)?.nextCall
    if (!nextCall) return []
    const show = (call: typeof nextCall | null) =>
      void client.setQueryData(queryKey, (of) => of && { ...of, nextCall: call }, { updatedAt })
    show(null)
    return () => show(nextCall)
  })
  return () => shown.forEach((show) => show())
}

export type NamedAlarm = Pick<AlarmRow, 'id' | 'buildingName' | 'source' | 'floor' | 'deviceName'>

export const alarmName = ({ buildingName, source, floor, deviceName }: NamedAlarm): string =>
  [buildingName ?? source ?? '未知来源', floor, deviceName].filter(Boolean).join(' ')

const writesOf = (writes: readonly UnsentWrite[], id: string) => writes.filter(({ thing }) => thing === alarmKey(id))

const refusedOf = (writes: readonly UnsentWrite[], id: string) =>
  writesOf(writes, id).find(({ state }) => state === 'refused')

const aboutWrite = (of: NamedAlarm, label: string) => ({
  thing: alarmKey(of.id),
  label,
  place: alarmName(of),
  page: `/alarms?id=${of.id}`,
  // A refused write blocks later ones of its entity.
  replaces: refusedSeq(alarmKey(of.id)),
})

const tapped = () => ({ tappedTime: toWireTime(new Date()), ...byWatchman() })

export const acknowledgeAlarm = (of: NamedAlarm): Promise<Written<unknown>> =>
  writeQueued(alarm.ack, { id: of.id, ...tapped() }, aboutWrite(of, '响应火警'))

export function judgeAlarm(of: NamedAlarm, verdict: Verdict, note: string): Promise<Written<unknown>> {
  const label = `火警确认为${fireHandling.label(verdict)}${verdict === REAL ? '（请直接拨打 119）' : ''}`
  return writeQueued(alarm.verdict, { id: of.id, verdict, note, ...tapped() }, aboutWrite(of, label))
}

export const endRealFire = (of: NamedAlarm): Promise<Written<unknown>> =>
  writeQueued(alarm.end, { id: of.id, ...tapped() }, aboutWrite(of, '火已扑灭'))

/** Queued after that action if unsent. */
export const takeBackAct = (of: NamedAlarm, act: 'ack' | 'verdict'): Promise<Written<unknown>> =>
  writeQueued(
    alarm.undo,
    { id: of.id, act, ...tapped() },
    aboutWrite(of, act === 'ack' ? '撤销火警响应' : '撤销火警确认'),
  )

export async function dismissRefusal(id: string): Promise<void> {
  const own = writesOf(unsent.read(), id)
  const refused = refusedOf(own, id)
  if (!refused) return
  const next = own.find(({ seq }) => seq > refused.seq)
  const undoes = next?.call.id === alarm.undo.id && refused.call.id === `alarm.${String(next.input['act'])}`
  await withOutbox(async (outbox) => {
    await outbox.remove(refused.seq)
    if (undoes) await outbox.remove(next.seq)
    await outbox.flush()
  })
}

export interface WaitingActs {
  readonly isAcked: boolean
  readonly verdict: Verdict | null
  readonly undo: 'ack' | 'verdict' | null
  readonly refused: string | null
  readonly isEnded?: boolean
}

export function waitingActs(writes: readonly UnsentWrite[], id: string): WaitingActs {
  let acts: WaitingActs = { isAcked: false, verdict: null, undo: null, refused: null }
  for (const { call, input, state, reason } of writesOf(writes, id)) {
    if (state === 'refused') acts = { ...acts, refused: reason ?? '' }
    else if (call.id === alarm.verdict.id)
      acts = { ...acts, verdict: input['verdict'] as Verdict, undo: null, isEnded: false }
    else if (call.id === alarm.end.id) acts = { ...acts, isEnded: true }
    else if (call.id === alarm.ack.id) acts = { ...acts, isAcked: true, undo: null }
    else if (input['act'] === 'ack') acts = { ...acts, isAcked: false, undo: 'ack' }
    else acts = { ...acts, verdict: null, undo: 'verdict' }
  }
  return acts
}

export const unsentRealFires = (writes: readonly UnsentWrite[]): number =>
  new Set(
    writes.flatMap(({ thing }) => {
      const isReal =
        thing.startsWith(alarmKey('')) && waitingActs(writes, thing.slice(alarmKey('').length)).verdict === REAL
      return isReal ? [thing] : []
    }),
  ).size
