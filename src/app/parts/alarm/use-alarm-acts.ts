import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { REAL, type Verdict } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import {
  acknowledgeAlarm,
  alarmName,
  endRealFire,
  hideNextCalls,
  judgeAlarm,
  type NamedAlarm,
  refreshAlarms,
  takeBackAct,
} from '#app/data/alarm-acts.ts'
import { failureWords } from '#app/lib/request-words.ts'
import type { Written } from '#app/offline/outbox/write-queued.ts'
import { toast } from '#app/ui/toast-queue.ts'

const KEPT = '已保存在本机，联网后自动提交'

const namesOf = (alarms: readonly NamedAlarm[]) =>
  alarms.length > 1 ? `${alarms.length} 条` : alarms.map(alarmName).join('')

interface Results {
  readonly done: readonly NamedAlarm[]
  readonly isWaiting: boolean
  readonly failure: unknown
}

async function forEach(
  alarms: readonly NamedAlarm[],
  write: (alarm: NamedAlarm) => Promise<Written<unknown>>,
): Promise<Results> {
  const results = await Promise.allSettled(alarms.map(write))
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  return {
    done: alarms.filter((_, at) => results[at]?.status === 'fulfilled'),
    isWaiting: results.some((result) => result.status === 'fulfilled' && !result.value.isSent),
    failure: failures[0],
  }
}

export function useAlarmActs() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function act(
    alarms: readonly NamedAlarm[],
    of: 'ack' | 'verdict',
    said: string,
    write: (alarm: NamedAlarm) => Promise<Written<unknown>>,
    canUndo = true,
  ): Promise<readonly NamedAlarm[]> {
    setBusy(true)
    const showNextCalls = of === 'verdict' ? hideNextCalls(client, alarms) : undefined
    const { done, isWaiting, failure } = await forEach(alarms, write)
    setBusy(false)
    if (isWaiting || failure !== undefined) showNextCalls?.()
    refreshAlarms(client)
    if (failure !== undefined) {
      const rest = done.length > 0 ? `${alarms.length - done.length} 条未采用：` : ''
      toast.error(rest + failureWords(failure, '未能提交，请重试'))
    }
    if (done.length === 0) return done
    if (said)
      toast.success(
        `${said}：${namesOf(done)}${isWaiting ? `，${KEPT}` : ''}`,
        canUndo ? { undo: () => undo(done, of) } : undefined,
      )
    return done
  }

  async function undo(alarms: readonly NamedAlarm[], of: 'ack' | 'verdict'): Promise<void> {
    setBusy(true)
    const { done, isWaiting, failure } = await forEach(alarms, (alarm) => takeBackAct(alarm, of))
    setBusy(false)
    refreshAlarms(client)
    if (failure !== undefined) toast.error(failureWords(failure, '未能撤销，请重试'))
    if (done.length > 0) toast.success(`已撤销：${namesOf(done)}${isWaiting ? `，${KEPT}` : ''}`)
  }

  return {
    busy,
    undo,
    acknowledge: (alarms: readonly NamedAlarm[], canUndo: boolean) =>
      act(alarms, 'ack', canUndo ? '已响应' : '', acknowledgeAlarm),
    end: (alarm: NamedAlarm) => act([alarm], 'verdict', '已结束', endRealFire, false),
    /** Corrected with a reason only. */
    judge: (alarms: readonly NamedAlarm[], verdict: Verdict, note: string) =>
      act(alarms, 'verdict', verdict === REAL ? '' : `已确认为${fireHandling.label(verdict)}`, (alarm) =>
        judgeAlarm(alarm, verdict, note),
      ),
  }
}
