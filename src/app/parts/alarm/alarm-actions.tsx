import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import type { AlarmAct, AlarmRow } from '#contract/alarm.ts'
import { REAL, UNDO_MS, type Verdict } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { dismissRefusal, waitingActs } from '#app/data/alarm-acts.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { formatTime, shortTime, toInstant } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { clockAheadMs } from '#app/offline/connection.ts'
import { useWaitingWrites } from './use-waiting-writes.ts'
import { ShelfButton } from '../shelf-button.tsx'
import { actorOf, useSession } from '#app/session/session.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { JudgeForm, OVER_EVIDENCE, VERDICT_ORDER } from './judge-form.tsx'
import { KeyHint } from '../key-hint.tsx'
import { useAlarmActs } from './use-alarm-acts.ts'
import { useKeys } from '../use-keys.ts'
import { useWatchman } from './use-watchman.ts'

const AUTHORITY_RANK = 3

interface AlarmActionsProps {
  readonly of: AlarmRow
  readonly acts: readonly AlarmAct[] | undefined
  /** In the pane next to the list; otherwise a sheet's foot. */
  readonly isBar: boolean
  readonly call: ReactNode
}

export function AlarmActions({ of, acts, isBar, call }: AlarmActionsProps) {
  const { busy, acknowledge, judge, undo } = useAlarmActs()
  const waiting = waitingActs(useWaitingWrites(), of.id)
  const [choice, setChoice] = useState<Verdict>()
  const [isCorrecting, setCorrecting] = useState(false)
  const root = useRef<HTMLElement>(null)
  const now = useNow()
  const watchman = useWatchman()
  const verdict = waiting.verdict ?? of.verdict
  const isAuthority = actorOf(useSession())?.role === 'government'
  const isOutranked = of.judgeRank === AUTHORITY_RANK && !isAuthority
  const undoable = useUndoable(acts)
  const isWaiting = waiting.isAcked || waiting.verdict !== null || waiting.undo !== null
  const mayJudge = verdict === null || isCorrecting
  const isAcked = (of.ackBy !== null && of.callTime === null) || waiting.isAcked
  const isGoing =
    !isBar && (waiting.isAcked || acts?.some(({ act, isOwn, isUndone }) => act === 'ack' && isOwn && !isUndone))
  const isDone = !isBar && verdict !== null && verdict !== REAL && waiting.undo === null

  async function decide(chosen: Verdict, note: string) {
    const done = await judge([of], chosen, note)
    if (done.length > 0) cancel()
  }
  /** A false alarm's causes, else the choice, where Enter confirms. */
  function choose(chosen: Verdict) {
    if (!mayJudge || chosen === of.verdict) return
    setChoice(chosen)
    requestAnimationFrame(() =>
      (
        root.current?.querySelector<HTMLElement>('[data-cause]') ??
        root.current?.querySelector<HTMLElement>('input:checked')
      )?.focus(),
    )
  }
  function cancel() {
    setChoice(undefined)
    setCorrecting(false)
  }
  useKeys(
    {
      a: verdict === null && !isAcked && !busy ? () => void acknowledge([of], false) : undefined,
      ...Object.fromEntries(VERDICT_ORDER.map((one, at) => [String(at + 1), () => choose(one)])),
      c: () => root.current?.querySelector<HTMLElement>('[data-call]')?.click(),
      Escape: choice === undefined && !isCorrecting ? undefined : cancel,
    },
    isBar,
  )
  const correct = (to?: Verdict) => {
    setCorrecting(true)
    setChoice(to)
  }
  const takeBack = (act: 'ack' | 'verdict') => (
    <Button size="small" busy={busy} onClick={() => void undo([of], act)}>
      撤销
    </Button>
  )
  const form = (label: string, was: number | null) => (
    <JudgeForm
      label={label}
      look="row"
      verdict={choice}
      onVerdict={setChoice}
      was={was}
      withKeys={isBar}
      busy={busy}
      onCancel={cancel}
      onJudge={(chosen, note) => void decide(chosen, note)}
    />
  )
  return (
    <section aria-label="处置" ref={root} className="space-y-2">
      {waiting.refused !== null && <Refusal of={of} reason={waiting.refused} />}
      {watchman !== '' && mayJudge && <p className="text-sm text-ink-soft">以值班员 {watchman} 的名义</p>}
      {isWaiting && verdict !== REAL && (
        <p className="text-sm text-working-ink">操作已保存在本机，尚未送达平台，联网后自动提交。</p>
      )}
      <div className="flex flex-wrap items-start gap-2">
        {verdict === null &&
          (isBar || choice === undefined) &&
          (isAcked ? (
            <div className={cx('flex min-h-[2.5rem] flex-wrap items-center gap-x-3 text-base', !isBar && 'basis-full')}>
              {isGoing && <p className="basis-full text-lg font-semibold">您正在前往 · 到场后选择结果</p>}
              <p>{of.ackBy ? `${of.ackBy} ${shortTime(of.ackTime, now)} 已响应` : '您已响应，待提交'}</p>
              {(waiting.isAcked || (undoable.includes('ack') && waiting.undo !== 'ack')) && takeBack('ack')}
            </div>
          ) : (
            <Button
              kind="primary"
              block={!isBar}
              busy={busy}
              className={isBar ? 'h-10' : 'h-12'}
              onClick={() => void acknowledge([of], false)}
            >
              我去看
              {isBar && <KeyHint keys="A" />}
            </Button>
          ))}
        {verdict === null && form('现场看到了什么', null)}
        {verdict !== null && (
          <div className="flex min-h-[2.5rem] min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2 text-base">
            {isDone && (
              <p className="flex basis-full items-center gap-1.5 text-lg font-semibold text-ok-ink">
                <ToneMark tone="ok" />
                已处理完
              </p>
            )}
            <p className="min-w-0">
              {waiting.verdict === null
                ? `${fireHandling.label(verdict)}：${of.judgeBy ?? ''} ${formatTime(of.judgeTime)} 确认${of.note ? `，${of.note}` : ''}`
                : `您已确认为${fireHandling.label(verdict)}，待提交`}
            </p>
            {verdict !== REAL && !isOutranked && (isBar || !isCorrecting) && (
              <Button kind="danger" block={!isBar} className={isBar ? 'h-10' : 'h-12'} onClick={() => correct(REAL)}>
                改为真实火警
              </Button>
            )}
            {isDone && <Remaining id={of.id} />}
            {verdict !== REAL &&
              (waiting.verdict !== null || (undoable.includes('verdict') && waiting.undo !== 'verdict')) &&
              takeBack('verdict')}
            {(verdict === 3 || verdict === 4) && of.buildingId && (
              <ShelfButton
                size="small"
                place={{
                  buildingId: of.buildingId,
                  buildingName: of.buildingName ?? '',
                  reason: verdict === 3 ? 'maintenance' : 'test',
                  ...(of.deviceId && {
                    point: { id: of.deviceId, label: [of.deviceName, of.deviceNo].filter(Boolean).join(' ') },
                  }),
                }}
              />
            )}
            {isOutranked ? (
              <p className="text-sm text-ink-soft">已由消防救援机构确认，如有异议请联系消防救援机构。</p>
            ) : (
              <Button size="small" aria-expanded={isCorrecting} onClick={() => (isCorrecting ? cancel() : correct())}>
                更正
              </Button>
            )}
          </div>
        )}
        {call && <div className="ml-auto shrink-0 max-xl:min-w-0 max-xl:shrink">{call}</div>}
      </div>
      {verdict !== null && isCorrecting && (
        <div className={cx('space-y-2', isBar && OVER_EVIDENCE, isBar && 'pt-2')}>
          <p className="text-sm font-medium">更正为</p>
          {form('更正为', verdict)}
        </div>
      )}
    </section>
  )
}

function Remaining({ id }: { id: string }) {
  const writes = useWaitingWrites()
  const { data } = useQuery(alarmQuery.open())
  if (!data) return null
  const isEnded = (one: string) => one === id || (waitingActs(writes, one).verdict ?? REAL) !== REAL
  const count = data.total - data.list.filter((one) => isEnded(one.id)).length
  if (count === 0) return <p className="basis-full text-sm text-ink-soft">没有其他未结束的火警</p>
  return (
    <Link to="/alarms" replace className={buttonClass({ kind: 'primary', size: 'small' })}>
      另有 {count} 处火警未结束
    </Link>
  )
}

function useUndoable(acts: readonly AlarmAct[] = []): readonly AlarmAct['act'][] {
  const since = useNow().getTime() - clockAheadMs() - UNDO_MS
  return acts
    .filter(({ isOwn, isUndone, tapTime }) => isOwn && !isUndone && (toInstant(tapTime)?.getTime() ?? 0) > since)
    .map(({ act }) => act)
}

function Refusal({ of, reason }: { of: AlarmRow; reason: string }) {
  return (
    <div role="alert" className="rounded-md border border-danger p-3 text-danger-ink">
      <p className="text-base font-medium">保存在本机的操作提交失败：{reason}</p>
      <Button
        size="small"
        className="mt-2"
        onClick={() => void dismissRefusal(of.id).catch(() => toast.error('本机存储不可用，未能放弃，请稍后重试'))}
      >
        知道了
      </Button>
    </div>
  )
}
