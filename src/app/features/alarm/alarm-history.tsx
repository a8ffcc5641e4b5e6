import type { AlarmAct, AlarmDetail } from '#contract/alarm.ts'
import { alarmState } from '#contract/dict/alarm-state.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { formatTime, orMissing } from '#app/lib/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { placeOf } from './alarm-words.ts'

const MOST_SHOWN = 10

/** What people did, and the newest records. */
export function AlarmHistory({ of }: { of: AlarmDetail }) {
  const { acts, records } = of
  return (
    <>
      {acts.length > 0 && (
        <section aria-label="处置经过" className="border-t border-line pt-4">
          <h3 className="mb-2 text-base font-semibold">处置经过</h3>
          <ol className="space-y-2 text-sm">
            {acts.map((act) => (
              <li key={act.id}>
                <p className="text-ink">
                  <span className={act.isUndone ? 'text-ink-soft line-through' : 'font-medium'}>{actWords(act)}</span>
                  {act.isUndone && '（已撤销）'}
                  {act.note && `：${act.note}`}
                </p>
                <p className="text-xs text-ink-soft">
                  {[...new Set([act.organisation, act.by])].filter(Boolean).join(' ')} {formatTime(act.tapTime)}
                  {act.isLate && `，${formatTime(act.time)} 送达平台`}
                </p>
              </li>
            ))}
          </ol>
        </section>
      )}
      {records.length > 0 && (
        <section aria-label="报警记录" className="border-t border-line pt-4">
          <h3 className="mb-2 text-base font-semibold">报警记录</h3>
          <ul className="space-y-2 text-sm">
            {records.slice(0, MOST_SHOWN).map((record) => (
              <li key={record.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="min-w-0 break-words">
                  {orMissing(record.deviceName ?? record.deviceNo)}
                  <span className="block text-xs text-ink-soft">{placeOf({ ...record, detail: null })}</span>
                </span>
                <span className="text-right">
                  <span className="block font-figure">{formatTime(record.alarmTime)}</span>
                  <Badge look="plain" tone={alarmState.tone(record.endTime ? 1 : 0)}>
                    {alarmState.label(record.endTime ? 1 : 0)}
                  </Badge>
                </span>
              </li>
            ))}
          </ul>
          {of.events > MOST_SHOWN && (
            <p className="mt-2 text-xs text-ink-soft">
              共 {of.events} 条，此处为最近 {MOST_SHOWN} 条；全部记录见建筑的物联网数据。
            </p>
          )}
        </section>
      )}
    </>
  )
}

function actWords({ act, verdict }: AlarmAct): string {
  if (act === 'ack') return '响应'
  return act === 'undo' ? '撤销' : `确认为${fireHandling.label(verdict ?? 0)}`
}
