import type { AlarmDetail, AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { fromWireTime, shanghaiDay } from '#contract/time.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { formatTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { AlarmAge } from './alarm-age.tsx'
import { alarmPlace, kindWord, stateWord } from './alarm-words.ts'
import { calledSince, elapsedText } from './arriving.rules.ts'
import { FireMark } from './fire-mark.tsx'
import { useServerTime } from './use-server-time.ts'
import { useWaitingWrites } from './use-waiting-writes.ts'
import { ShelfMark } from '../shelf-mark.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

export type ChosenDevice = Partial<Pick<AlarmRow, 'floor' | 'zone' | 'deviceName' | 'deviceNo'>>

interface AlarmHeadProps {
  readonly of: AlarmRow | AlarmDetail
  /** Sheet: a full-width block above the rest. */
  readonly isSheet: boolean
  readonly chosen?: ChosenDevice | undefined
}

export function AlarmHead({ of, isSheet, chosen }: AlarmHeadProps) {
  const waiting = waitingActs(useWaitingWrites(), of.id)
  const { text, tone } = stateWord(of, waiting)
  const isReal = (waiting.verdict ?? of.verdict) === REAL
  const isUrgent = of.isOpen && ((calledSince(of) !== null && of.proposal === null) || isReal)
  const isSolid = isSheet && isUrgent
  const today = shanghaiDay(useNow())
  const momentOf = (time: string) => (time.startsWith(today) ? time.slice(11) : formatTime(time).slice(0, 16))
  const soft = isSolid ? 'text-fire-on' : 'text-ink-soft'
  const moments = (
    <>
      <span className={cx('block whitespace-nowrap text-sm', soft)}>{momentOf(of.alarmTime)} 报警</span>
      {of.endTime && (
        <span className={cx('block whitespace-nowrap text-sm', soft)}>{momentOf(of.endTime)} 设备恢复</span>
      )}
    </>
  )
  return (
    <section
      aria-label="火警概要"
      className={cx(
        'flex flex-wrap items-start gap-x-4 gap-y-2',
        isSheet ? '-mx-4 -mt-4 px-4 py-3 md:-mx-5 md:px-5' : 'border-b border-line bg-panel px-5 py-3',
        isSolid ? 'bg-fire-ground text-fire-on' : isSheet && 'border-b border-line bg-sunk',
      )}
    >
      {!isSheet &&
        (of.isOpen ? (
          <FireMark sign="danger-on" className="mt-1 h-9 w-9 text-danger" />
        ) : (
          <ToneMark tone={fireHandling.tone(of.verdict ?? 0)} className="mt-1 h-8 w-8" />
        ))}
      <div className={cx('min-w-0 flex-1', isSheet ? 'basis-52' : 'basis-40 lg:basis-64')}>
        <p className="flex flex-wrap items-center gap-x-3 text-base">
          <span
            className={cx(
              'font-semibold',
              isSolid ? '' : isReal ? 'rounded-sm bg-fire-ground px-1.5 text-fire-on' : toneClass[tone].text,
            )}
          >
            {text}
          </span>
          <ShelfMark of={of} isLong />
          {of.kind === 'electrical' && <span className={soft}>{kindWord(of)}</span>}
          {of.priority === 1 && of.verdict === null && <span className="font-semibold">请先按真实火警处置</span>}
        </p>
        <h3 className="break-words text-2xl font-semibold">
          <span className={isSheet ? 'block' : 'mr-3'}>{of.buildingName ?? of.source ?? '未知来源'}</span>
          <span className="inline-block max-w-full">{alarmPlace(of)}</span>
        </h3>
        <Dotted
          className={cx('text-base', soft)}
          of={[of.address, [...new Set([of.deviceName, of.deviceNo])].filter(Boolean).join(' ')]}
        />
        {chosen?.deviceNo && chosen.deviceNo !== of.deviceNo && (
          <p className="break-words text-base font-semibold">
            所选：{[chosen.floor, chosen.zone, chosen.deviceName].filter(Boolean).join(' ')}
          </p>
        )}
        {of.newest && of.verdict === null && (
          <p className="break-words text-base font-semibold">
            最新：{[alarmPlace({ ...of, ...of.newest }), of.newest.deviceName].filter(Boolean).join(' ')}{' '}
            {momentOf(of.newest.alarmTime)}
          </p>
        )}
        {isSheet && <p>{moments}</p>}
      </div>
      <div className={cx('flex shrink-0 flex-wrap items-stretch gap-x-4', !isSheet && 'text-right')}>
        <p>
          <span
            className={cx(
              'block whitespace-nowrap font-figure font-semibold leading-tight',
              of.isOpen ? (isSheet ? 'text-4xl' : 'text-3xl') : 'text-xl',
              !isSolid && isUrgent && 'text-danger-ink',
            )}
          >
            {of.isOpen ? <AlarmAge of={of} /> : endWords(of)}
          </span>
          {!isSheet && moments}
        </p>
        {'nextCall' in of && of.nextCall && (
          <NextCall of={of.nextCall} isAcked={of.state === 'acked'} isSolid={isSolid} />
        )}
      </div>
    </section>
  )
}

const CALLEES = { contact: '通知值班联系人', district: '通知消防支队', city: '通知消防总队' } as const

const endWords = ({ verdict, endTime }: AlarmRow) =>
  endTime === null ? `已确认${fireHandling.label(verdict ?? 0)} · 设备待现场复位` : '已结束'

interface NextCallProps {
  readonly of: NonNullable<AlarmDetail['nextCall']>
  readonly isAcked: boolean
  readonly isSolid: boolean
}

function NextCall({ of: { time, to }, isAcked, isSolid }: NextCallProps) {
  const left = fromWireTime(time).getTime() - useServerTime()
  return (
    <p className={cx('border-l pl-4 text-left', isSolid ? 'border-fire-on/60' : 'border-line')}>
      <span className="block font-figure text-xl font-semibold leading-9">{left > 0 ? elapsedText(left) : '正在'}</span>
      <span className={cx('block text-sm', isSolid ? '' : 'text-ink-soft')}>
        {left > 0 && `内${isAcked ? '未确认结果' : '未响应'}，将`}
        {CALLEES[to]}
      </span>
    </p>
  )
}
