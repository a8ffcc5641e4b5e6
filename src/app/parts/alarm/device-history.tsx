import { Link } from '@tanstack/react-router'
import { VERDICTS_SHOWN } from '#contract/alarm.rules.ts'
import type { AlarmDetail } from '#contract/alarm.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { fromWireTime } from '#contract/time.ts'
import { formatDay } from '#app/lib/format.ts'
import { FireMark } from './fire-mark.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { EvidenceCard } from '../evidence-card.tsx'

const DAYS_MS = 90 * 24 * 60 * 60_000

export function DeviceHistory({ of }: { of: AlarmDetail }) {
  const { history, alarmTime, deviceName, deviceNo } = of
  if (of.deviceId === null) return null
  const isFirst = of.newest !== null && of.newest.deviceId !== of.deviceId
  const end = fromWireTime(alarmTime).getTime()
  const left = (time: string) =>
    `${Math.min(100, Math.max(0, 100 - ((end - fromWireTime(time).getTime()) * 100) / DAYS_MS))}%`
  const counts = [...VERDICTS_SHOWN, 0].flatMap((verdict) => {
    const count = history.filter((one) => (one.verdict ?? 0) === verdict).length
    return count > 0 ? [`${fireHandling.label(verdict)} ${count} 次`] : []
  })
  return (
    <EvidenceCard
      title={`${isFirst ? '首报' : '该'}设备报警前 90 天`}
      aside={[deviceName ?? deviceNo, ...(counts.length > 0 ? counts : ['没有其他火警'])].filter(Boolean).join(' · ')}
    >
      {history.length > 0 && (
        <>
          <ol className="relative mx-3 h-11 border-line-strong" aria-label="此前的火警">
            <li aria-hidden="true" className="absolute inset-x-0 top-1/2 border-t-2 border-line-strong" />
            {history.map(({ alarmId, alarmTime: time, verdict }) => (
              <li key={alarmId} className="absolute top-0 -ml-[1.375rem]" style={{ left: left(time) }}>
                <Link
                  to="/alarms"
                  search={{ id: alarmId }}
                  title={`${formatDay(time)} ${fireHandling.label(verdict ?? 0)}`}
                  className="flex h-11 w-11 items-center justify-center"
                >
                  <ToneMark tone={fireHandling.tone(verdict ?? 0)} className="h-4 w-4 bg-panel" />
                  <span className="sr-only">
                    {formatDay(time)} {fireHandling.label(verdict ?? 0)}
                  </span>
                </Link>
              </li>
            ))}
            <li aria-hidden="true" className="absolute right-0 top-0 -mr-2.5 flex h-11 items-center">
              <FireMark sign="danger-on" className="h-5 w-5 text-danger" />
            </li>
          </ol>
          <p aria-hidden="true" className="flex justify-between text-xs text-ink-soft">
            <span>{formatDay(end - DAYS_MS)}</span>
            <span>{formatDay(end)}</span>
          </p>
        </>
      )}
    </EvidenceCard>
  )
}
