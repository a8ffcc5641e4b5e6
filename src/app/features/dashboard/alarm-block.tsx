import { Link } from '@tanstack/react-router'
import type { AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { formatNumber } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { stateWord } from '#app/parts/alarm/alarm-words.ts'
import { FirstReport } from '#app/parts/alarm/alarm-age.tsx'
import { hasSpread } from '#app/parts/alarm/alarm-device.ts'
import { fireFacts } from '#app/parts/alarm/fire-facts.tsx'
import { sharedProgress } from '#app/parts/alarm/shared-progress.ts'
import { rankWords } from '#app/parts/alarm/rank-words.ts'
import { useFireStrip } from '#app/parts/alarm/use-fire-strip.ts'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { ageWords, headline, headNote, nextStep } from './now.rules.ts'

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
  readonly order: string | undefined
}

export function AlarmBlock({ alarms, total, arrived, asOf, districtOf, most, order = '紧急的在前' }: AlarmBlockProps) {
  const isSoft = districtOf !== undefined
  useFireStrip('urgent')
  const rows = alarms.slice(0, Math.min(MOST_ROWS, Math.max(ROWS, most)))
  const rankWord = rankWords(rows, useNow())
  const writes = useUnsent()
  const states = alarms.map((of) => stateWord(of, waitingActs(writes, of.id)).text)
  const shared = asOf === null && alarms.length === total ? sharedProgress(states) : undefined
  const hasOrder = asOf === null && total > 1 && rows[0]?.verdict !== REAL
  return (
    <section aria-label="火警" className={cx('fire-block', isSoft ? 'bg-panel' : SOLID)}>
      <div className="fire-head">
        <FireMark sign={isSoft ? 'danger-on' : 'fire-ground'} />
        <div>
          <h2>
            {headline(alarms, total)}
            {!isSoft && hasOrder && <small>{order}</small>}
          </h2>
          <p>
            {asOf === null
              ? nextStep(alarms, total, shared, headNote(alarms, total))
              : '离线，收不到新火警，以消控室主机为准'}
          </p>
          {isSoft && hasOrder && <small>{order}</small>}
        </div>
        {asOf !== null && <p className="fire-as-of">截至 {asOf}</p>}
      </div>
      <ul>
        {rows.map((row, at) => (
          <li key={row.id} className={cx('fire-row', arrived.includes(row) && SOLID)}>
            <AlarmLine
              of={row}
              state={states[at] ?? ''}
              isStateSaid={shared !== undefined}
              district={districtOf?.(row)}
              rank={rankWord(row)}
            />
          </li>
        ))}
      </ul>
      <div className="fire-acts">
        <Link
          to="/alarms"
          search={rows[0] ? { id: rows[0].id } : {}}
          className={isSoft ? 'bg-action text-action-on' : 'bg-fire-on text-fire-ground'}
        >
          {rows[0]?.verdict === REAL ? '去处置' : '去确认'}
          {shared && ` ${formatNumber(total)} 处`}
        </Link>
        <Link to="/alarms">全部火警</Link>
      </div>
    </section>
  )
}

interface AlarmLineProps {
  readonly of: AlarmRow
  readonly state: string
  readonly isStateSaid: boolean
  readonly district: string | undefined
  readonly rank: string
}

function AlarmLine({ of, state, isStateSaid, district, rank }: AlarmLineProps) {
  const now = useNow()
  const { place, devices, again, kind } = fireFacts(of, now)
  return (
    <Link to="/alarms" search={{ id: of.id }} className="fire-line">
      <span>
        <span className="fire-name">{of.buildingName ?? of.source ?? '未知来源'}</span>
        <Dotted of={[district, place, again, devices, kind, rank]} />
      </span>
      <span className={`fire-state ${of.state}`}>
        <b className="fire-age">
          {hasSpread(of) && <FirstReport />}
          {ageWords(of.alarmTime, now)}
        </b>
        <span className={isStateSaid ? 'sr-only' : undefined}>{state}</span>
      </span>
      <ChevronRightIcon />
    </Link>
  )
}
