import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { alarmName, type WaitingActs } from '#app/data/alarm-acts.ts'
import { shortTime } from '#app/lib/format.ts'
import { AlarmAge } from '#app/parts/alarm/alarm-age.tsx'
import { fireWords } from '#app/parts/alarm/alarm-device.ts'
import { isOlderThanDay } from '#app/parts/alarm/alarm-age.rules.ts'
import { LATE, progressFacts, stateWord } from '#app/parts/alarm/alarm-words.ts'
import { calledFor } from '#app/parts/alarm/called-for.rules.ts'
import { calledSince } from '#app/parts/alarm/arriving.rules.ts'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { ShelfMark } from '#app/parts/shelf-mark.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import type { AlarmSearch } from './alarm-search.ts'

interface AlarmListRowProps {
  readonly of: AlarmRow
  readonly head?: string | undefined
  readonly isLateSaid: boolean
  readonly waiting: WaitingActs
  readonly now: Date
  /** Received within the last minute. */
  readonly hasArrived: boolean
  /** Undefined: all of one. */
  readonly district: string | undefined
  readonly search: AlarmSearch
  readonly isChosen: boolean
  /** The alarm is opened over the list, as a step that Back closes. */
  readonly isStep: boolean
  readonly tick?: { readonly isTicked: boolean; onTick(isTicked: boolean): void } | undefined
}

export function AlarmListRow({
  of,
  head,
  isLateSaid,
  waiting,
  now,
  hasArrived,
  district,
  search,
  isChosen,
  isStep,
  tick,
}: AlarmListRowProps) {
  const isUndecided = of.verdict === null
  const isNew = isUndecided && calledSince(of) !== null && !waiting.isAcked && of.proposal === null
  const isReal = of.isOpen && (waiting.verdict ?? of.verdict) === REAL
  const isSolid = (isReal || (isNew && hasArrived)) && !isChosen
  const isCalm = isUndecided && !of.isFresh && isOlderThanDay(of, now)
  const isLoud = of.isOpen && !isCalm
  const isGoing =
    isUndecided && waiting.verdict === null && (waiting.isAcked || (of.state === 'acked' && of.callTime === null))
  const state = stateWord(of, waiting)
  const facts = progressFacts(of, now).filter((fact) => !isLateSaid || fact !== LATE)
  const [place, last, again, kind] = fireWords(of, now)
  const soft = isSolid ? 'text-fire-on' : 'text-ink-soft'
  const shelfMark = of.proposal !== null && <ShelfMark of={of} />
  const more = [isGoing && '正在前往，到场后选择结果', (again || kind) && last, again, kind, shelfMark, ...facts]
  const content = (
    <>
      <RowMark of={of} isSolid={isSolid} />
      <span className="min-w-0 flex-1">
        <span className="flex items-start gap-x-3">
          <span
            className={cx(
              'line-clamp-2 min-w-0 flex-1 break-words leading-snug',
              of.isOpen ? 'text-lg font-semibold' : 'font-medium',
            )}
          >
            {of.buildingName ?? of.source ?? '未知来源'}
          </span>
          <span
            className={cx(
              'shrink-0 font-figure',
              isLoud ? 'text-xl font-semibold' : cx('text-sm leading-6', soft),
              (isNew || isReal) && isLoud && !isSolid && 'text-danger-ink',
            )}
          >
            {of.isOpen ? <AlarmAge of={calledFor(of)} /> : shortTime(of.alarmTime, now)}
          </span>
        </span>
        <span className="flex items-baseline gap-x-3 text-sm">
          <Dotted
            className={cx('dotted-line min-w-0 flex-1 self-start', soft)}
            of={[district, place, !again && !kind && last]}
          />
          <span
            className={cx(
              'shrink-0 font-semibold',
              isReal && !isSolid
                ? 'rounded-sm bg-fire-ground px-1.5 text-fire-on'
                : !isSolid && toneClass[state.tone].text,
            )}
          >
            {state.text}
          </span>
        </span>
        {more.some(Boolean) && <Dotted className={cx('dotted-line text-sm', soft)} of={more} />}
      </span>
      {isLateSaid && <span className="sr-only">{LATE}</span>}
    </>
  )
  const frame = cx(
    'relative flex w-full items-start gap-3 px-4 py-2.5 text-left',
    isSolid ? 'bg-fire-ground text-fire-on' : isLoud ? 'bg-danger-soft' : 'bg-panel hover:bg-sunk',
    isChosen && (isLoud ? CHOSEN_OPEN : CHOSEN),
  )
  return (
    <li className="border-b border-line">
      {head && (
        <h4 className="border-b border-line bg-sunk px-4 py-0.5 text-sm font-normal leading-5 text-ink-soft">{head}</h4>
      )}
      {tick ? (
        <Tickable className={frame} name={alarmName(of)} {...tick}>
          {content}
        </Tickable>
      ) : (
        <Link
          to="/alarms"
          search={{ ...search, id: of.id }}
          replace={!isStep}
          resetScroll={false}
          data-alarm={of.id}
          className={frame}
        >
          {content}
        </Link>
      )}
    </li>
  )
}

const CHOSEN = 'bg-link/10 shadow-[inset_3px_0_0_rgb(var(--link))]'
const CHOSEN_OPEN = 'shadow-[inset_0_0_0_2px_rgb(var(--danger-solid))]'

interface TickableProps {
  readonly name: string
  readonly className: string
  readonly isTicked: boolean
  onTick(isTicked: boolean): void
  readonly children: ReactNode
}

function Tickable({ name, className, isTicked, onTick, children }: TickableProps) {
  return (
    <div className={className}>
      <Checkbox
        className="-my-2.5 -ml-3 min-w-control shrink-0 justify-center self-center"
        checked={isTicked}
        onChange={({ target }) => onTick(target.checked)}
      >
        <span className="sr-only">选择 {name}</span>
      </Checkbox>
      {children}
    </div>
  )
}

function RowMark({ of, isSolid }: { of: AlarmRow; isSolid: boolean }) {
  const size = 'mt-0.5 h-5 w-5'
  if (of.isOpen)
    return <FireMark sign={isSolid ? 'fire-ground' : 'danger-on'} className={cx(size, !isSolid && 'text-danger')} />
  return <ToneMark tone={fireHandling.tone(of.verdict ?? 0)} className="mx-0.5 mt-1 h-4 w-4" />
}
