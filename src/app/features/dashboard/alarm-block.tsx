import { Link } from '@tanstack/react-router'
import type { AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { alarmProgress } from '#contract/dict/alarm-progress.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { calledFor } from '#app/parts/alarm/called-for.rules.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { ageWords, headline, nextStep } from './now.rules.ts'

const PHONE_ROWS = 3

interface AlarmBlockProps {
  readonly alarms: readonly AlarmRow[]
  readonly total: number
  readonly asOf: string | null
  readonly rows: number
}

/** The only solid red ground. */
export function AlarmBlock({ alarms, total, asOf, rows: most }: AlarmBlockProps) {
  const rows = alarms.slice(0, most)
  const points = alarms.length === total ? alarms.reduce((sum, { points: of }) => sum + of, 0) : 0
  return (
    <section
      aria-label="火警"
      className="relative flex min-w-0 flex-col rounded-lg border border-danger bg-fire-ground text-fire-on [--ring:var(--fire-on)]"
    >
      <div className="flex min-h-[4.5rem] items-center gap-3 px-4 py-2 md:pr-64">
        <Octagon />
        <div className="min-w-0 flex-1">
          <h2 className="text-xl font-semibold">
            {headline(alarms, total)}
            {points > total && <span className="whitespace-nowrap text-sm font-normal">（{points} 个设备）</span>}
          </h2>
          <p className="truncate text-sm">
            {asOf === null ? nextStep(alarms, total) : '离线，收不到新火警，以消控室主机为准'}
            {rows.length > 1 && <span className="max-md:hidden"> · 紧急的在前</span>}
          </p>
        </div>
        {asOf !== null && (
          <p className="absolute right-4 top-2 md:right-64 rounded-full bg-veil/25 px-2.5 py-0.5 text-xs">
            截至 {asOf}
          </p>
        )}
      </div>
      <ul className="flex flex-1 flex-col">
        {rows.map((row, at) => (
          <li
            key={row.id}
            className={cx('flex-1 border-t border-fire-on/25', at < PHONE_ROWS ? 'flex' : 'hidden xl:flex')}
          >
            <AlarmLine of={row} />
          </li>
        ))}
      </ul>
      <div className="mt-auto flex gap-3 border-t border-fire-on/25 p-4 pt-3 md:absolute md:right-4 md:top-0 md:h-[4.5rem] md:items-center md:border-t-0 md:p-0">
        <Link
          to="/alarms"
          search={rows[0] ? { id: rows[0].id } : {}}
          className="flex min-h-[3rem] flex-1 items-center justify-center rounded bg-fire-on px-5 text-base md:min-h-[2.75rem] font-semibold text-fire-ground hover:opacity-90"
        >
          {rows[0]?.verdict === REAL ? '去处置' : '去确认'}
        </Link>
        <Link
          to="/alarms"
          className="flex min-h-[3rem] items-center justify-center rounded border border-fire-on/60 px-5 md:min-h-[2.75rem] text-base font-semibold hover:bg-veil/10"
        >
          全部 {total}
        </Link>
      </div>
    </section>
  )
}

function AlarmLine({ of }: { of: AlarmRow }) {
  const now = useNow()
  const waiting = waitingActs(useUnsent(), of.id)
  const at = calledFor(of)
  const place = [at.floor, at.zone].filter(Boolean).join(' ')
  const state =
    waiting.verdict !== null
      ? `待提交：${fireHandling.label(waiting.verdict)}`
      : waiting.isAcked
        ? '待提交：已响应'
        : of.verdict === null
          ? alarmProgress.label(of.state)
          : fireHandling.label(of.verdict)
  return (
    <Link
      to="/alarms"
      search={{ id: of.id }}
      className="flex min-h-[3.5rem] min-w-0 flex-1 items-center gap-3 px-4 py-1.5 hover:bg-veil/10"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-base font-semibold">
          {of.buildingName ?? of.source ?? '未知来源'} {place}
        </span>
        <span className="flex whitespace-pre text-sm">
          <span className="shrink-0">{state} · </span>
          {at.deviceName && <span className="truncate">{at.deviceName}</span>}
          <span className="hidden shrink-0 md:inline">
            {at.deviceName && ' · '}
            {shortTime(at.alarmTime, now)}
          </span>
        </span>
      </span>
      <span className="min-w-[3rem] shrink-0 text-right text-base font-semibold">{ageWords(at.alarmTime, now)}</span>
      <ChevronRightIcon />
    </Link>
  )
}

function Octagon() {
  return (
    <svg viewBox="0 0 12 12" width="36" height="36" aria-hidden="true" focusable="false" className="shrink-0">
      <path d="M3.7.5h4.6l3.2 3.2v4.6l-3.2 3.2H3.7L.5 8.3V3.7L3.7.5Z" fill="currentColor" />
      <path
        d="M6 3.2v3.5M6 8.7v.1"
        fill="none"
        stroke="rgb(var(--fire-ground))"
        strokeWidth={1.4}
        strokeLinecap="round"
      />
    </svg>
  )
}
