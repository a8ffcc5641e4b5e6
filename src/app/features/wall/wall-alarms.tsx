import { Fragment } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { shanghaiDay } from '#contract/time.ts'
import { formatNumber, formatTime, shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { AlarmAge } from '#app/parts/alarm/alarm-age.tsx'
import { alarmPlace } from '#app/parts/alarm/alarm-device.ts'
import { progressFacts, storedState } from '#app/parts/alarm/alarm-words.ts'
import { lateNote, rankWords } from '#app/parts/alarm/rank-words.ts'
import { orderWords } from '#app/parts/alarm/urgency.ts'
import { calledSince } from '#app/parts/alarm/arriving.rules.ts'
import { sharedProgress } from '#app/parts/alarm/shared-progress.ts'
import { fireFacts } from '#app/parts/alarm/fire-facts.tsx'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { useArrived } from '#app/parts/alarm/use-arrived.ts'
import { Link } from '@tanstack/react-router'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { MOST_LOW } from './use-wall-page.ts'

const MOST_TALL = 3
/** By the number of open ones. */
const ROOM_FOR_ENDED = [4, 1, 1]

interface WallAlarmsProps {
  readonly open: { readonly list: readonly AlarmRow[]; readonly total: number } | undefined
  readonly shown: readonly AlarmRow[]
  readonly from: number | undefined
  readonly ended: readonly AlarmRow[] | undefined
  readonly error: string | undefined
  /** Without contact ages would go on alone: clock times instead. */
  readonly isLost: boolean
  readonly search: { readonly county?: string }
  districtOf(row: AlarmRow): string | undefined
}

export function WallAlarms({ open, shown, from, ended, error, isLost, search, districtOf }: WallAlarmsProps) {
  const total = open?.total ?? 0
  const unfilled = from === undefined ? 0 : MOST_LOW - shown.length
  const isTall = total <= MOST_TALL
  const past = ended?.slice(0, ROOM_FOR_ENDED[total] ?? 0) ?? []
  const unread = error ?? '正在加载'
  const now = useNow()
  const rankWord = rankWords(open?.list ?? [], now)
  const late = lateNote(open?.list ?? [], total)
  const isLateInBand = useArrived(open?.list ?? []).length === 0
  const order = total > 1 && orderWords(open?.list ?? [], now)
  const shared =
    isTall || open?.list.length !== total ? undefined : sharedProgress(open.list.map((of) => storedState(of).text))
  return (
    <section
      aria-label="火警列表"
      className={cx(
        'flex min-h-0 min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-panel px-[1.25em] py-[1em] max-md:pb-0 max-md:pt-2',
        !open && 'max-md:min-h-[40em]',
      )}
    >
      {!open && <p className="text-[2em] text-ink-soft">{unread}</p>}
      {total > 0 && (
        <h2 className="mb-[0.4em] flex flex-wrap items-baseline justify-between gap-x-[0.6em] whitespace-nowrap max-md:mb-1 text-[2em] font-normal leading-tight">
          <span className="min-w-0 truncate font-semibold">
            未结束的火警{shared && <span className="max-lg:hidden"> · 均{shared}</span>}
          </span>
          <span className="text-ink-soft">
            {isLost
              ? '报警时刻'
              : from === undefined && (
                  <span className="max-lg:hidden">{[!isLateInBand && late, order].filter(Boolean).join(' · ')}</span>
                )}
            {total > shown.length && (
              <Link
                to="/alarms"
                search={search}
                className="ml-[0.6em] font-figure text-link touch:min-h-control hover:underline"
              >
                {from === undefined ? (
                  <>
                    全部<span className="max-md:hidden"> {formatNumber(total)} 处</span>
                  </>
                ) : (
                  `${from + 1}–${from + shown.length} / ${formatNumber(total)}`
                )}
                <ChevronRightIcon className="inline" />
              </Link>
            )}
          </span>
          {!isLost && (
            <span
              className={cx(
                'w-full truncate text-[0.8em] text-ink-soft',
                isLateInBand && 'max-md:hidden',
                from === undefined && 'lg:hidden',
              )}
            >
              {late && (
                <span className={isLateInBand ? 'lg:hidden' : undefined}>
                  {late}
                  {order && ' · '}
                </span>
              )}
              {order}
            </span>
          )}
        </h2>
      )}
      {total > 0 && (
        <ol
          aria-label="未结束的火警"
          className={cx(
            'flex min-h-0 flex-col gap-[0.6em] max-md:-mx-[1.25em] max-md:gap-0',
            !isTall && 'flex-1 justify-start',
          )}
        >
          {shown.map((row) => (
            <OpenRow
              key={row.id}
              of={row}
              isTall={isTall}
              isLost={isLost}
              isStateSaid={shared !== undefined}
              district={districtOf(row)}
              rank={rankWord(row)}
            />
          ))}
          {Array.from({ length: unfilled }, (_, at) => (
            <li key={at} aria-hidden="true" className="min-h-[4.6em] flex-1" />
          ))}
        </ol>
      )}
      {past.length > 0 && (
        <>
          <h2
            className={cx('mb-[0.4em] text-[2em] font-normal leading-tight text-ink-soft', total > 0 && 'mt-[0.8em]')}
          >
            最近结束
          </h2>
          <ol aria-label="最近结束的火警" className="flex min-h-0 flex-col">
            {past.map((row) => (
              <EndedRow key={row.id} of={row} district={districtOf(row)} />
            ))}
          </ol>
        </>
      )}
      {open && total === 0 && past.length === 0 && (
        <p className="text-[2em] text-ink-soft">{ended ? '近期没有火警' : unread}</p>
      )}
    </section>
  )
}

/** `22:58` today, `11-20` before. */
const clockOf = (time: string, now: Date) =>
  time.startsWith(shanghaiDay(now)) ? time.slice(11, 16) : time.slice(5, 10)

export const sourceName = ({ buildingName, source }: AlarmRow) => buildingName ?? source ?? '未知来源'

interface OpenRowProps {
  readonly of: AlarmRow
  readonly isTall: boolean
  readonly isLost: boolean
  readonly isStateSaid: boolean
  readonly district: string | undefined
  readonly rank: string
}

function OpenRow({ of, isTall, isLost, isStateSaid, district, rank }: OpenRowProps) {
  const now = useNow()
  const isNew = calledSince(of) !== null
  const state = storedState(of)
  const words = progressFacts(of, now).join(' · ')
  const { place, devices, again, kind } = fireFacts(of, now)
  const where = [district, !isTall && again, place].filter(Boolean)
  const rest = isTall ? [again, devices, kind, rank] : [rank || devices, kind]
  const said = <b className={cx('font-semibold', toneClass[state.tone].text)}>{state.text}</b>
  return (
    <li
      className={cx(
        'animate-appear rounded-md border max-md:rounded-none max-md:!border-x-0 max-md:!border-b-0',
        !isTall && 'flex min-h-[4.6em] flex-1 flex-col',
        isNew ? 'border-danger bg-danger-soft' : of.verdict === REAL ? 'border-danger/60' : 'border-line',
      )}
    >
      <Link
        to="/alarms"
        search={{ id: of.id }}
        className={cx(
          'flex items-center gap-[0.9em] px-[0.9em] max-md:px-[1.25em]',
          isTall ? 'min-h-[8.1em] py-[0.3em]' : 'flex-1 max-lg:min-h-[3.5rem]',
        )}
      >
        <FireMark
          sign="danger-on"
          className={cx('text-danger', isTall ? 'h-[3.4em] w-[3.4em]' : 'h-[2.6em] w-[2.6em]')}
        />
        <span className="min-w-0 flex-1">
          <span
            className={cx(
              'block truncate font-semibold',
              isTall ? 'text-[2.5em] leading-[1.15]' : 'text-[1.9em] leading-tight lg:text-[2.25em]',
            )}
          >
            {sourceName(of)}
          </span>
          <span
            className={cx(
              'flex flex-wrap overflow-hidden whitespace-pre',
              isTall
                ? 'mt-[0.1em] h-[1.15em] text-[2em] leading-[1.15]'
                : 'h-[1.25em] text-[1.6em] leading-tight lg:text-[1.7em]',
            )}
          >
            <span className="max-w-full truncate">
              {where.map((one, at) => (
                <Fragment key={at}>
                  {at > 0 && ' · '}
                  {one === district ? <b className="font-semibold">{one}</b> : one}
                </Fragment>
              ))}
            </span>
            {rest.filter(Boolean).map((fact, at) => (
              <span key={at}>
                {(at > 0 || where.length > 0) && ' · '}
                {fact}
              </span>
            ))}
          </span>
          {isTall && (
            <span className="mt-[0.1em] block truncate text-[1.875em] leading-[1.15]">
              {said}
              <span className="ml-[0.5em] text-ink-soft">{words}</span>
            </span>
          )}
        </span>
        <span className="shrink-0 whitespace-nowrap text-right">
          <span
            className={cx(
              'block font-figure font-semibold leading-none',
              isTall ? 'text-[2.875em]' : 'text-[2.2em] lg:text-[2.5em]',
              isLost ? 'text-ink-soft' : 'text-danger-ink',
            )}
          >
            {isLost ? clockOf(of.alarmTime, now) : <AlarmAge of={of} />}
          </span>
          {!isTall && <span className={isStateSaid ? 'sr-only' : 'block text-[1.6em] leading-tight'}>{said}</span>}
        </span>
        <ChevronRightIcon className="-mr-bearing text-base text-ink-soft md:hidden" />
      </Link>
    </li>
  )
}

function EndedRow({ of, district }: { of: AlarmRow; district: string | undefined }) {
  const now = useNow()
  const verdict = of.verdict ?? 0
  return (
    <li className="border-t border-line">
      <Link
        to="/alarms"
        search={{ id: of.id }}
        className="flex h-[4.6em] items-center max-lg:min-h-[2.75rem] gap-[1em] px-[0.5em]"
      >
        <ToneMark tone={fireHandling.tone(verdict)} className="h-[1.8em] w-[1.8em]" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-[1.9em] leading-tight">{sourceName(of)}</span>
          <span className="block truncate text-[1.6em] leading-tight text-ink-soft">
            <b className={cx('mr-[0.5em] font-semibold', toneClass[fireHandling.tone(verdict)].text)}>
              {fireHandling.label(verdict)}
            </b>
            {[district, alarmPlace(of)].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span
          title={formatTime(of.alarmTime)}
          className="shrink-0 whitespace-nowrap font-figure text-[1.8em] text-ink-soft"
        >
          {shortTime(of.alarmTime, now)}
        </span>
      </Link>
    </li>
  )
}
