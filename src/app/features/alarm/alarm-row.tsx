import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { alarmName, type WaitingActs } from '#app/data/alarm-acts.ts'
import { cut, dayTime } from '#app/lib/format.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { AlarmAge } from '#app/parts/alarm/alarm-age.tsx'
import { fireLook } from '#app/parts/alarm/alarm-age.rules.ts'
import { judgedWords, LATE, NOTE_SHOWN, progressFacts, stateWord } from '#app/parts/alarm/alarm-words.ts'
import { calledSince } from '#app/parts/alarm/arriving.rules.ts'
import { FireLines } from '#app/parts/alarm/fire-lines.tsx'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { fireFacts } from '#app/parts/alarm/fire-facts.tsx'
import type { UrgencyLevel } from '#app/parts/alarm/urgency.ts'
import { ShelfMark } from '#app/parts/shelf-mark.tsx'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { cx } from '#app/ui/cx.ts'
import { GroupStrip } from '#app/ui/group-strip.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import type { AlarmSearch } from './alarm-search.ts'

interface AlarmListRowProps {
  readonly of: AlarmRow
  readonly head?: UrgencyLevel | undefined
  readonly isLateSaid: boolean
  readonly isStateSaid: boolean
  readonly isKindSaid: boolean
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
  isStateSaid,
  isKindSaid,
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
  const isLoud = isReal || (of.isOpen && fireLook(of, now) === true)
  const isGoing =
    isUndecided && waiting.verdict === null && (waiting.isAcked || (of.state === 'acked' && of.callTime === null))
  const isNarrow = useMedia(NARROW_LIST)
  const facts = of.isOpen
    ? progressFacts(of, now).filter((fact) => !isLateSaid || fact !== LATE)
    : endedFacts(of, now, isLateSaid)
  const { place, devices, again, kind } = fireFacts(of, now)
  const named = [devices, !isKindSaid && kind]
  const isNamedFirst = isNarrow && !again
  const more = [
    again,
    ...(isNamedFirst ? [] : named),
    of.proposal !== null && <ShelfMark of={of} />,
    ...facts,
    isGoing && '正在前往，到场后选择结果',
  ]
  const isSplit = isNarrow && of.isOpen && more.some(Boolean)
  const isWide = useMedia(WIDE)
  const ownLine = isSplit ? more : of.isOpen || isWide ? [] : facts
  const word = stateWord(of, waiting)
  const state = <StateWord of={word} isReal={isReal} isSolid={isSolid} />
  const content = (
    <>
      {of.isOpen || of.verdict === REAL ? (
        <FireMark
          sign={isSolid ? 'fire-ground' : 'danger-on'}
          className={cx(of.isOpen ? 'mt-0.5 h-5 w-5' : 'mx-0.5 mt-1 h-4 w-4', !isSolid && 'text-danger')}
        />
      ) : (
        <ToneMark tone={word.tone} className="mx-0.5 mt-1 h-4 w-4" />
      )}
      <FireLines
        name={of.buildingName ?? of.source ?? '未知来源'}
        isOpen={of.isOpen}
        isSolid={isSolid}
        end={
          of.isOpen ? (
            <AlarmAge of={of} />
          ) : (
            <>
              {of.alarmTime.slice(11, 16)} {state}
            </>
          )
        }
        facts={[district, place, ...(isNamedFirst ? named : []), ...more.filter((one) => !ownLine.includes(one))]}
        state={of.isOpen && <span className={isStateSaid ? 'sr-only' : 'shrink-0'}>{state}</span>}
        more={ownLine}
      />
      {isLateSaid && <span className="sr-only">{LATE}</span>}
      {!tick && <ChevronRightIcon className={cx('-mr-bearing mt-1 md:hidden', !isSolid && 'text-ink-soft')} />}
    </>
  )
  const frame = cx(
    'relative flex w-full items-start gap-3 px-4 py-2.5 text-left',
    isSolid ? 'bg-fire-ground text-fire-on' : isLoud ? 'bg-danger-soft' : 'bg-panel hover:bg-sunk',
    isChosen ? (of.isOpen ? 'chosen-fire' : CHOSEN) : of.isOpen && !isSolid && 'fire-edge',
  )
  return (
    <li className="border-b border-line">
      {head && <GroupStrip note={head.over && head.head}>{head.over || head.head}</GroupStrip>}
      {tick ? (
        <Tickable className={frame} name={alarmName(of)} {...tick}>
          {content}
        </Tickable>
      ) : (
        <Link
          to="/alarms"
          search={{ ...search, id: of.id }}
          replace={!isStep}
          state={{ isStep }}
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

const NARROW_LIST = '(min-width: 768px) and (max-width: 1023px)'

function endedFacts(of: AlarmRow, now: Date, isLateSaid: boolean): string[] {
  const { alarmTime, judgeTime, note } = of
  const isSameDay = judgeTime?.slice(0, 10) === alarmTime.slice(0, 10)
  const judged = judgedWords(of, (time) => (isSameDay ? time.slice(11, 16) : dayTime(time, now)))
  return [!of.isFresh && !isLateSaid && LATE, judged, note && cut(note, NOTE_SHOWN)].flatMap((fact) => fact || [])
}

interface StateWordProps {
  readonly of: ReturnType<typeof stateWord>
  readonly isReal: boolean
  readonly isSolid: boolean
}

function StateWord({ of: { text, tone }, isReal, isSolid }: StateWordProps) {
  return (
    <span
      className={cx(
        isReal && !isSolid ? 'rounded-sm bg-fire-ground px-1.5 text-fire-on' : !isSolid && toneClass[tone].text,
        tone !== 'fire' && 'font-medium',
        isReal && 'font-semibold',
      )}
    >
      {text}
    </span>
  )
}
