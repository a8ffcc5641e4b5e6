import type { AlarmDetail, AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { fromWireTime, shanghaiDay } from '#contract/time.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { formatTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { AlarmAge } from './alarm-age.tsx'
import { alarmDevice, alarmPlace, fireWords, kindWord, latestOf } from './alarm-device.ts'
import { firstWords, stateWord } from './alarm-words.ts'
import { calledSince, elapsedText } from './arriving.rules.ts'
import { FireMark } from './fire-mark.tsx'
import { useServerTime } from './use-server-time.ts'
import { useWaitingWrites } from './use-waiting-writes.ts'
import { ShelfMark } from '../shelf-mark.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

const MARKED = 'row-span-2'
const BELOW = 'col-span-2 col-start-2'

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
  const now = useNow()
  const today = shanghaiDay(now)
  const momentOf = (time: string) => (time.startsWith(today) ? time.slice(11) : formatTime(time).slice(0, 16))
  const soft = isSolid ? 'text-fire-on' : 'text-ink-soft'
  const line = isSheet ? 'text-base' : cx('text-sm xl:text-base', BELOW)
  const lines = isSheet ? 'block' : 'mr-3 xl:mr-0 xl:block'
  const moments = (
    <span className={cx('text-sm', soft, isSheet ? 'block' : BELOW)}>
      <span className={cx('whitespace-nowrap', lines)}>{momentOf(of.alarmTime)} 报警</span>
      {of.endTime && <span className={cx('whitespace-nowrap', lines)}>{momentOf(of.endTime)} 设备恢复</span>}
    </span>
  )
  const latest = latestOf(of)
  const [, devices, again] = fireWords(of, now)
  const facts = [
    of.address,
    again ? firstWords(of, now) : [...new Set([of.deviceName, of.deviceNo])].filter(Boolean).join(' '),
  ]
  return (
    <section
      aria-label="火警概要"
      className={cx(
        isSheet
          ? '-mx-4 -mt-4 flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 md:-mx-5 md:px-5'
          : 'grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-4 border-b border-line bg-panel px-5 py-3',
        isSolid ? 'bg-fire-ground text-fire-on' : isSheet && 'border-b border-line bg-sunk',
      )}
    >
      {!isSheet &&
        (of.isOpen ? (
          <FireMark sign="danger-on" className={cx('h-8 w-8 text-danger xl:mt-1 xl:h-9 xl:w-9', MARKED)} />
        ) : (
          <ToneMark tone={fireHandling.tone(of.verdict ?? 0)} className={cx('h-8 w-8 xl:mt-1', MARKED)} />
        ))}
      <div className={isSheet ? 'min-w-0 flex-1 basis-52' : 'contents xl:block'}>
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
        <h3 className={cx('break-words font-semibold', isSheet ? 'text-2xl' : cx('text-[1.25rem] xl:text-2xl', BELOW))}>
          <span className={isSheet ? 'block' : 'mr-3'}>{of.buildingName ?? of.source ?? '未知来源'}</span>
          <span className="inline-block max-w-full">{alarmPlace(latest)}</span>
        </h3>
        {again && <Dotted className={cx('font-semibold', line)} of={[alarmDevice(latest), devices, again]} />}
        <Dotted className={cx(soft, line)} of={facts} />
        {chosen?.deviceNo && chosen.deviceNo !== latest.deviceNo && (
          <p className="break-words text-base font-semibold">
            所选：{[chosen.floor, chosen.zone, chosen.deviceName].filter(Boolean).join(' ')}
          </p>
        )}
        {isSheet && <p>{moments}</p>}
      </div>
      <div
        className={
          isSheet ? 'flex shrink-0 flex-wrap items-stretch gap-x-4' : 'contents xl:flex xl:gap-x-4 xl:text-right'
        }
      >
        <p className={isSheet ? undefined : 'contents xl:block'}>
          <span
            className={cx(
              'block whitespace-nowrap font-figure font-semibold leading-tight',
              !isSheet && 'col-start-3 row-start-1',
              of.isOpen
                ? isSheet
                  ? 'text-4xl'
                  : 'text-2xl xl:text-3xl'
                : isSheet
                  ? 'text-xl'
                  : 'text-base xl:text-xl',
              !isSolid && isUrgent && 'text-danger-ink',
            )}
          >
            {of.isOpen ? <AlarmAge of={of} /> : endWords(of)}
          </span>
          {!isSheet && moments}
        </p>
        {'nextCall' in of && of.nextCall && (
          <NextCall of={of.nextCall} isAcked={of.state === 'acked'} isSheet={isSheet} isSolid={isSolid} />
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
  readonly isSheet: boolean
  readonly isSolid: boolean
}

function NextCall({ of: { time, to }, isAcked, isSheet, isSolid }: NextCallProps) {
  const left = fromWireTime(time).getTime() - useServerTime()
  return (
    <p
      className={cx(
        'text-left',
        isSheet ? 'border-l pl-4' : cx('xl:border-l xl:pl-4', BELOW),
        isSolid ? 'border-fire-on/60' : 'border-line',
      )}
    >
      <span className={cx('font-figure text-xl font-semibold xl:leading-9', isSheet ? 'block' : 'mr-1 xl:block')}>
        {left > 0 ? elapsedText(left) : '正在'}
      </span>
      <span className={cx('text-sm xl:block', isSheet && 'block', isSolid ? '' : 'text-ink-soft')}>
        {left > 0 && `内${isAcked ? '未确认结果' : '未响应'}，将`}
        {CALLEES[to]}
      </span>
    </p>
  )
}
