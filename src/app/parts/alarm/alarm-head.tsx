import type { AlarmDetail, AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { fromWireTime, shanghaiDay } from '#contract/time.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { dayTime } from '#app/lib/format.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { AlarmAge } from './alarm-age.tsx'
import { alarmDevice, alarmPlace, type ChosenDevice, kindWord, shownDevice } from './alarm-device.ts'
import { stateWord } from './alarm-words.ts'
import { calledSince, elapsedText } from './arriving.rules.ts'
import { fireFacts } from './fire-facts.tsx'
import { FireMark } from './fire-mark.tsx'
import { useServerTime } from './use-server-time.ts'
import { useWaitingWrites } from './use-waiting-writes.ts'
import { ShelfMark } from '../shelf-mark.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

interface AlarmHeadProps {
  readonly of: AlarmRow | AlarmDetail
  /** Sheet: a full-width block above the rest. */
  readonly isSheet: boolean
  readonly isRed?: boolean
  readonly chosen?: ChosenDevice | undefined
}

export function AlarmHead({ of, isSheet, isRed = false, chosen }: AlarmHeadProps) {
  const waiting = waitingActs(useWaitingWrites(), of.id)
  const { text, tone } = stateWord(of, waiting)
  const isReal = (waiting.verdict ?? of.verdict) === REAL
  const isUrgent = of.isOpen && ((calledSince(of) !== null && of.proposal === null) || isReal)
  const isSolid = isRed && isUrgent
  const now = useNow()
  const today = shanghaiDay(now)
  const momentOf = (time: string) => (time.startsWith(today) ? time.slice(11) : dayTime(time, now))
  const soft = isSolid ? 'text-fire-on' : 'text-ink-soft'
  const { place: latestPlace, devices, again } = fireFacts(of, now)
  const shown = shownDevice(of, chosen)
  const isOther = shown.deviceNo !== shownDevice(of, undefined).deviceNo
  const moments = [
    !again && `${momentOf(of.alarmTime)} 报警`,
    of.endTime && `${momentOf(of.endTime)} ${of.verdict === REAL ? '结束' : '设备恢复'}`,
  ]
  const facts = [
    of.address,
    isOther && again && (
      <>
        {latestPlace} {again}
      </>
    ),
    again
      ? [`首报 ${alarmPlace(of)}`.trim(), momentOf(of.alarmTime)].join(' · ')
      : [...new Set([shown.deviceName, shown.deviceNo])].filter(Boolean).join(' '),
    ...(isSheet ? moments : []),
  ]
  const isWide = useMedia(WIDE)
  const areBeside = !isRed && isWide
  const lines = (
    <>
      {again && (
        <Dotted
          className={cx('font-semibold', !isSheet && 'max-xl:text-sm')}
          of={[alarmDevice(shown), !isOther && again, devices]}
        />
      )}
      <Dotted className={cx('text-sm xl:text-base', soft)} of={facts} />
    </>
  )
  const nextCall = 'nextCall' in of && of.nextCall && (
    <NextCall of={of.nextCall} isAcked={calledSince(of) === null} isSheet={isSheet} isSolid={isSolid} />
  )
  return (
    <section
      aria-label="火警概要"
      className={cx(
        'flex flex-wrap items-start gap-x-4',
        isSheet ? '-mx-4 -mt-4 px-4 py-3 md:-mx-5 md:px-5' : 'border-b border-line bg-panel px-5 py-3',
        isSolid ? 'bg-fire-ground text-fire-on' : isSheet && 'border-b border-line',
      )}
    >
      {!isRed &&
        (of.isOpen ? (
          <FireMark sign="danger-on" className="h-8 w-8 text-danger xl:mt-1 xl:h-9 xl:w-9" />
        ) : (
          <ToneMark tone={fireHandling.tone(of.verdict ?? 0)} className="h-8 w-8 xl:mt-1" />
        ))}
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 text-base">
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
        <h3
          className={cx(
            'break-words font-semibold leading-7',
            isSheet && !isRed ? 'text-xl' : 'text-[1.375rem] xl:text-2xl',
          )}
        >
          <span className={isRed ? 'block' : 'mr-3'}>{of.buildingName ?? of.source ?? '未知来源'}</span>
          <span className="inline-block max-w-full">{alarmPlace(shown)}</span>
        </h3>
        {areBeside && lines}
      </div>
      <p className="shrink-0 text-right">
        <span
          className={cx(
            'block font-figure font-semibold leading-tight',
            of.isOpen ? 'whitespace-nowrap text-3xl' : 'max-w-[9rem] text-base xl:max-w-none xl:text-xl',
            !isSolid && isUrgent && 'text-danger-ink',
          )}
        >
          {of.isOpen ? <AlarmAge of={of} /> : endWords(of)}
        </span>
        {!isSheet &&
          moments.map(
            (moment) =>
              moment && (
                <span key={moment} className={cx('block whitespace-nowrap text-sm', soft)}>
                  {moment}
                </span>
              ),
          )}
      </p>
      {!areBeside && <div className={cx('min-w-0 basis-full', !isSheet && 'pl-12')}>{lines}</div>}
      {nextCall}
    </section>
  )
}

const CALLEES = { contact: '通知值班联系人', district: '通知消防支队', city: '通知消防总队' } as const

const endWords = ({ verdict, endTime }: AlarmRow) =>
  endTime === null ? `已确认${fireHandling.label(verdict ?? 0)} · 设备待现场复位` : '已结束'

interface NextCallProps {
  readonly of: NonNullable<AlarmDetail['nextCall']>
  readonly isAcked: boolean
  readonly isSheet: boolean
  readonly isSolid: boolean
}

function NextCall({ of: { time, to }, isAcked, isSheet, isSolid }: NextCallProps) {
  const left = fromWireTime(time).getTime() - useServerTime()
  return (
    <p className={cx('basis-full', !isSheet && 'border-line pl-12 xl:basis-auto xl:border-l xl:pl-4')}>
      <span className={cx('mr-1 font-figure text-xl font-semibold', !isSheet && 'xl:block xl:leading-9')}>
        {left > 0 ? elapsedText(left) : '正在'}
      </span>
      <span className={cx('text-sm', !isSheet && 'xl:block', !isSolid && 'text-ink-soft')}>
        {left > 0 && `内${isAcked ? '未确认结果' : '未响应'}，将`}
        {CALLEES[to]}
      </span>
    </p>
  )
}
