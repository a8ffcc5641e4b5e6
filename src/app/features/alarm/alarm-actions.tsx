import { useState } from 'react'
import type { AlarmAct, AlarmRow } from '#contract/alarm.ts'
import { REAL, UNDO_MS, type Verdict } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { dismissRefusal, waitingActs } from '#app/data/alarm-acts.ts'
import { formatTime, toInstant } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { clockAheadMs } from '#app/offline/connection.ts'
import { useWaitingWrites } from './use-waiting-writes.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { JudgeForm } from './judge-form.tsx'
import { RealFireSteps } from './real-fire-steps.tsx'
import { useAlarmActs } from './use-alarm-acts.ts'

const AUTHORITY_RANK = 3

interface AlarmActionsProps {
  readonly of: AlarmRow
  /** Undefined while they are not known. */
  readonly acts: readonly AlarmAct[] | undefined
  /** A result other than a real fire was taken. */
  onDone(): void
}

/** What to do about an alarm: acknowledge, judge, correct, take back. */
export function AlarmActions({ of, acts, onDone }: AlarmActionsProps) {
  const { busy, acknowledge, judge, undo } = useAlarmActs()
  const waiting = waitingActs(useWaitingWrites(), of.id)
  const [isCorrecting, setCorrecting] = useState(false)
  const verdict = waiting.verdict ?? of.verdict
  const isAuthority = actorOf(useSession())?.role === 'government'
  const isOutranked = of.judgeRank === AUTHORITY_RANK && !isAuthority
  const undoable = useUndoable(acts)
  const isWaiting = waiting.isAcked || waiting.verdict !== null || waiting.undo !== null

  async function decide(chosen: Verdict, note: string) {
    const done = await judge([of], chosen, note)
    if (done.length === 0) return
    setCorrecting(false)
    if (chosen !== REAL) onDone()
  }
  const takeBack = (act: 'ack' | 'verdict') => (
    <Button size="small" busy={busy} onClick={() => void undo([of], act)}>
      撤销
    </Button>
  )
  return (
    <section aria-label="处置" className="space-y-3 border-t border-line pt-4">
      {waiting.refused !== null && <Refusal of={of} reason={waiting.refused} />}
      {isWaiting && verdict !== REAL && (
        <p className="text-sm text-working-ink">操作已保存在本机，尚未送达平台，联网后自动提交。</p>
      )}
      {verdict === REAL && <RealFireSteps of={of} isWaiting={waiting.verdict === REAL} />}
      {verdict === null && (
        <>
          {of.ackBy || waiting.isAcked ? (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
              <p>{of.ackBy ? `${of.ackBy} ${formatTime(of.ackTime)} 已响应` : '您已响应，待提交'}</p>
              {(waiting.isAcked || (undoable.includes('ack') && waiting.undo !== 'ack')) && takeBack('ack')}
            </div>
          ) : (
            <Button
              kind="primary"
              block
              busy={busy}
              className="min-h-[3rem]"
              onClick={() => void acknowledge([of], false)}
            >
              我去看
            </Button>
          )}
          <JudgeForm label="现场看到了什么" busy={busy} onJudge={(chosen, note) => void decide(chosen, note)} />
        </>
      )}
      {verdict !== null && !isCorrecting && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-base">
          <p className="min-w-0">
            {waiting.verdict === null
              ? `${fireHandling.label(verdict)}：${of.judgeBy ?? ''} ${formatTime(of.judgeTime)} 确认${of.note ? `，${of.note}` : ''}`
              : `您已确认为${fireHandling.label(verdict)}，待提交`}
          </p>
          {verdict !== REAL &&
            (waiting.verdict !== null || (undoable.includes('verdict') && waiting.undo !== 'verdict')) &&
            takeBack('verdict')}
          {isOutranked ? (
            <p className="text-sm text-ink-soft">已由消防救援机构确认，如有异议请联系消防救援机构。</p>
          ) : (
            <Button size="small" onClick={() => setCorrecting(true)}>
              更正
            </Button>
          )}
        </div>
      )}
      {verdict !== null && isCorrecting && (
        <JudgeForm
          label="更正为"
          was={verdict}
          busy={busy}
          onCancel={() => setCorrecting(false)}
          onJudge={(chosen, note) => void decide(chosen, note)}
        />
      )}
    </section>
  )
}

/** The reader's latest acts that can still be taken back. */
function useUndoable(acts: readonly AlarmAct[] = []): readonly AlarmAct['act'][] {
  const since = useNow().getTime() - clockAheadMs() - UNDO_MS
  return acts
    .filter(({ isOwn, isUndone, tapTime }) => isOwn && !isUndone && (toInstant(tapTime)?.getTime() ?? 0) > since)
    .map(({ act }) => act)
}

/** An act that the server refused after this device had kept it. */
function Refusal({ of, reason }: { of: AlarmRow; reason: string }) {
  return (
    <div role="alert" className="rounded-md border border-danger p-3 text-danger-ink">
      <p className="text-base font-medium">保存在本机的操作未被接受：{reason}</p>
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
