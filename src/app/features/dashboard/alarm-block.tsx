import { Link } from '@tanstack/react-router'
import type { AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { alarmProgress } from '#contract/dict/alarm-progress.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { fireWords } from '#app/parts/alarm/alarm-device.ts'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { calledFor } from '#app/parts/alarm/called-for.rules.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { ageWords, headline, nextStep } from './now.rules.ts'

const ROWS = 3
const MOST_ROWS = 5
const SOLID = 'bg-fire-ground text-fire-on [--ring:var(--fire-on)]'

interface AlarmBlockProps {
  readonly alarms: readonly AlarmRow[]
  readonly total: number
  readonly arrived: readonly AlarmRow[]
  readonly asOf: string | null
  readonly districtOf: ((row: AlarmRow) => string | undefined) | undefined
  readonly most: number
}

export function AlarmBlock({ alarms, total, arrived, asOf, districtOf, most }: AlarmBlockProps) {
  const isSoft = districtOf !== undefined
  const rows = alarms.slice(0, Math.min(MOST_ROWS, Math.max(ROWS, most)))
  const points = alarms.length === total ? alarms.reduce((sum, { points: of }) => sum + of, 0) : 0
  return (
    <section aria-label="火警" className={cx('fire-block', isSoft ? 'bg-panel' : SOLID)}>
      <div className="fire-head">
        <FireMark sign={isSoft ? 'danger-on' : 'fire-ground'} />
        <div>
          <h2>
            {headline(alarms, total)}
            {points > total && asOf === null && <small>（{points} 个设备报过警）</small>}
          </h2>
          <p>
            {asOf === null ? nextStep(alarms, total) : '离线，收不到新火警，以消控室主机为准'}
            {rows.length > 1 && <span className="max-md:hidden"> · 紧急的在前</span>}
          </p>
        </div>
        {asOf !== null && <p className="fire-as-of">截至 {asOf}</p>}
      </div>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className={cx('fire-row', arrived.includes(row) && SOLID)}>
            <AlarmLine of={row} district={districtOf?.(row)} />
          </li>
        ))}
      </ul>
      <div className="fire-acts">
        <Link
          to="/alarms"
          search={rows[0] ? { id: rows[0].id } : {}}
          className={isSoft ? SOLID : 'bg-fire-on text-fire-ground'}
        >
          {rows[0]?.verdict === REAL ? '去处置' : '去确认'}
        </Link>
        <Link to="/alarms">全部 {total}</Link>
      </div>
    </section>
  )
}

function AlarmLine({ of, district }: { of: AlarmRow; district: string | undefined }) {
  const now = useNow()
  const waiting = waitingActs(useUnsent(), of.id)
  const state =
    waiting.verdict !== null
      ? `待提交：${fireHandling.label(waiting.verdict)}`
      : waiting.isAcked
        ? '待提交：已响应'
        : of.verdict === null
          ? alarmProgress.label(of.state)
          : fireHandling.label(of.verdict)
  return (
    <Link to="/alarms" search={{ id: of.id }} className="fire-line">
      <span>
        <span className="fire-name">{of.buildingName ?? of.source ?? '未知来源'}</span>
        <Dotted of={[district, ...fireWords(of, now)]} />
      </span>
      <span className={`fire-state ${of.state}`}>
        <b className="fire-age">{ageWords(calledFor(of).alarmTime, now)}</b>
        {state}
      </span>
      <ChevronRightIcon />
    </Link>
  )
}
