import { type ReactNode, useRef, useState } from 'react'
import type { AlarmAct, AlarmRow } from '#contract/alarm.ts'
import { REAL, type Verdict } from '#contract/alarm.rules.ts'
import { dismissRefusal } from '#app/data/alarm-acts.ts'
import { shortTime } from '#app/lib/format.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { KeyHint } from '../key-hint.tsx'
import { useKeys } from '../use-keys.ts'
import type { AlarmHandling } from './alarm-handling.rules.ts'
import { JudgeForm, OVER_EVIDENCE, VERDICT_ORDER } from './judge-form.tsx'
import { JudgedAlarm } from './judged-alarm.tsx'
import { useAlarmActs } from './use-alarm-acts.ts'
import { useAlarmHandling } from './use-alarm-handling.ts'
import { useWatchman } from './use-watchman.ts'

interface AlarmActionsProps {
  readonly of: AlarmRow
  readonly acts: readonly AlarmAct[] | undefined
  /** In the pane next to the list; otherwise a sheet's foot. */
  readonly isBar: boolean
  readonly call: ReactNode
}

export function AlarmActions({ of, acts, isBar, call }: AlarmActionsProps) {
  const { busy, acknowledge, judge, undo } = useAlarmActs()
  const handling = useAlarmHandling(of, acts)
  const { verdict, waiting, isAcked } = handling
  const [choice, setChoice] = useState<Verdict>()
  const [isCorrecting, setCorrecting] = useState(false)
  const root = useRef<HTMLElement>(null)
  const watchman = useWatchman()
  const mayJudge = verdict === null || isCorrecting
  const isWide = useMedia(WIDE) && isBar
  const isCallFirst = !isWide && verdict === null
  const callPlace = call && (
    <div key={String(!acts)} className={cx('min-w-0', isCallFirst ? 'flex-1' : 'ml-auto')}>
      {call}
    </div>
  )

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
    <section aria-label="处置" ref={root} className="space-y-2 max-xl:[&_kbd]:hidden">
      {waiting.refused !== null && <Refusal of={of} reason={waiting.refused} />}
      {watchman !== '' && mayJudge && <p className="text-sm text-ink-soft">以值班员 {watchman} 的名义</p>}
      {handling.isWaiting && verdict !== REAL && (
        <p className="text-sm text-working-ink">操作已保存在本机，尚未送达平台，联网后自动提交。</p>
      )}
      <div className={cx('flex flex-wrap items-start gap-x-2', isBar ? 'gap-y-2 xl:flex-nowrap' : 'gap-y-4')}>
        {verdict === null && (isBar || choice === undefined) && (
          <Responding
            of={of}
            handling={handling}
            isBar={isBar}
            busy={busy}
            undo={handling.canUndo.ack && takeBack('ack')}
            onGo={() => void acknowledge([of], false)}
          />
        )}
        {isCallFirst && callPlace}
        {verdict === null && form('现场看到了什么', null)}
        {verdict !== null && (
          <JudgedAlarm
            of={of}
            handling={handling}
            isBar={isBar}
            isCorrecting={isCorrecting}
            undo={handling.canUndo.verdict && takeBack('verdict')}
            onReal={() => correct(REAL)}
            onCorrect={isCorrecting ? cancel : () => correct()}
          />
        )}
        {!isCallFirst && callPlace}
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

interface RespondingProps {
  readonly of: AlarmRow
  readonly handling: AlarmHandling
  readonly isBar: boolean
  readonly busy: boolean
  readonly undo: ReactNode
  onGo(): void
}

function Responding({ of, handling, isBar, busy, undo, onGo }: RespondingProps) {
  const now = useNow()
  if (handling.isAcked)
    return (
      <div
        className={cx(
          'flex min-h-[2.5rem] flex-wrap items-center gap-x-3 text-base',
          isBar ? 'basis-full xl:mr-4 xl:basis-auto' : 'basis-full',
        )}
      >
        {!isBar && handling.isGoing && <p className="basis-full text-lg font-semibold">您正在前往 · 到场后选择结果</p>}
        <p>{of.ackBy ? `${of.ackBy} ${shortTime(of.ackTime, now)} 已响应` : '您已响应，待提交'}</p>
        {undo}
      </div>
    )
  return (
    <Button
      kind="primary"
      busy={busy}
      className={isBar ? 'h-10 max-xl:flex-1 max-xl:px-1 xl:mr-4' : 'h-12 flex-1'}
      onClick={onGo}
    >
      我去看
      {isBar && <KeyHint keys="A" />}
    </Button>
  )
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
