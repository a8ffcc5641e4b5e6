import { useState } from 'react'
import { pointState } from '#contract/dict/point-state.ts'
import type { FloorPoint, FloorRow } from '#contract/floor-plan.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { pointName } from './placed-points.ts'
import { wholeFloors } from './whole-floors.ts'

interface PointsOfFloorProps {
  readonly floors: readonly FloorRow[]
  readonly floor: string
  /** Worst first; undefined while they load. */
  readonly points: readonly FloorPoint[] | undefined
  readonly concerned: readonly string[]
  readonly own?: readonly (string | null)[] | undefined
}

const MORE = 'min-h-control w-full text-left text-link hover:underline mouse:min-h-[2rem]'
const MOST_POINTS = 6
const MOST_WIDE = 20
const MOST_ROWS = 8

/** In place of a plan: the floor among the others, and its points. */
export function PointsOfFloor({ floors, floor, points = [], concerned, own }: PointsOfFloorProps) {
  const [isWhole, setWhole] = useState(false)
  const [areAll, setAll] = useState(false)
  const here = floors.find((one) => one.floor === floor)
  const whole = wholeFloors(floors).filter((one) => one.floor !== '')
  const total = here?.points ?? points.length
  const most = useMedia(WIDE) ? MOST_WIDE : MOST_POINTS
  const first = points.filter(({ id, state }) => state !== 'normal' || concerned.includes(id)).slice(0, most)
  const shown = isWhole ? points : first
  const isRestNormal = points.length === total && points.every((one) => one.state === 'normal' || first.includes(one))
  const others = ABNORMAL.flatMap((state) => floors.filter((one) => one !== here && worstOf(one) === state))
  const mostFloors = Math.max(0, MOST_ROWS - first.length)
  const listed = areAll ? others : others.slice(0, mostFloors)
  return (
    <div className="flex min-h-[16.25rem] gap-x-3 md:gap-x-5">
      <FloorBars floors={whole} chosen={floor} />
      <div className="flex min-w-0 flex-1 flex-col gap-y-2">
        <p aria-hidden="true" className="flex flex-wrap gap-x-2 text-xs text-ink-soft">
          {STATES.map((state) => (
            <span key={state} className="flex items-center gap-1">
              <i className={cx('h-2 w-3 rounded-sm', barClass(state))} />
              {pointState.label(state)}
            </span>
          ))}
          {whole.some((one) => one.points === 0) && (
            <span className="flex items-center gap-1">
              <i className={cx('h-2 w-3 rounded-sm', BLANK)} />
              无点位
            </span>
          )}
        </p>
        <ul className="divide-y divide-line text-sm">
          {shown.map((one) => {
            const tone = pointState.tone(one.state)
            return (
              <li key={one.id} className="flex items-center gap-2 py-1">
                <ToneMark tone={tone} />
                <span className="min-w-0 flex-1 flex-wrap gap-x-2 xl:flex">
                  <span className="block flex-auto break-words">{pointName(one)}</span>
                  <span className="block text-ink-soft max-xl:text-xs">{one.zone}</span>
                </span>
                <span className={cx('w-8 shrink-0 text-right', toneClass[tone].text)}>
                  {pointState.label(one.state)}
                </span>
              </li>
            )
          })}
          {isWhole && total > points.length && (
            <li className="py-1 text-ink-soft">另有 {total - points.length} 个点位</li>
          )}
          {points.length > 0 && total > first.length && (
            <li>
              <button type="button" aria-expanded={isWhole} className={MORE} onClick={() => setWhole(!isWhole)}>
                {isWhole
                  ? '收起'
                  : `本层${first.length > 0 ? '另有' : ''} ${total - first.length} 个${isRestNormal ? '正常' : '点位'}`}
              </button>
            </li>
          )}
          {listed.map((one) => {
            const state = worstOf(one)
            const tone = pointState.tone(state)
            const count = { alarm: one.alarms, fault: one.faults, offline: one.offline, normal: 0 }[state]
            return (
              <li key={one.floor} className="flex items-center gap-2 py-1">
                <ToneMark tone={tone} />
                <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
                  <span className="min-w-0 flex-auto">{one.floor || '未填楼层'}</span>
                  <span className="text-ink-soft">
                    {count} 个点位{state === 'alarm' && own && !own.includes(one.floor) && ' · 非本起火警'}
                  </span>
                </span>
                <span className={cx('w-8 shrink-0 text-right', toneClass[tone].text)}>{pointState.label(state)}</span>
              </li>
            )
          })}
          {others.length > mostFloors && (
            <li>
              <button type="button" aria-expanded={areAll} className={MORE} onClick={() => setAll(!areAll)}>
                {areAll ? '收起' : `另有 ${others.length - mostFloors} 层异常或离线`}
              </button>
            </li>
          )}
        </ul>
      </div>
    </div>
  )
}

export const worstOf = ({ alarms, faults, offline }: FloorRow) =>
  alarms > 0 ? 'alarm' : faults > 0 ? 'fault' : offline > 0 ? 'offline' : 'normal'

export const STATES = ['alarm', 'fault', 'offline', 'normal'] as const

export const barClass = (state: (typeof STATES)[number]) =>
  state === 'normal'
    ? 'bg-ok-soft ring-1 ring-inset ring-line-strong'
    : cx('bg-current', toneClass[pointState.tone(state)].solid)

const ABNORMAL = ['alarm', 'fault', 'offline'] as const

const BLANK = 'border border-dashed border-line-strong'

interface FloorBarsProps {
  readonly floors: readonly FloorRow[]
  readonly chosen: string
}

const SIZES = [
  { most: 12, bar: 'h-4', gap: 'space-y-1.5', apart: 1 },
  { most: 20, bar: 'h-3', gap: 'space-y-0.5', apart: 1 },
  { most: 30, bar: 'h-2', gap: 'space-y-0.5', apart: 2 },
  { most: 45, bar: 'h-1.5', gap: 'space-y-px', apart: 2 },
  { most: Infinity, bar: 'h-1', gap: 'space-y-px', apart: 3 },
] as const

function FloorBars({ floors, chosen }: FloorBarsProps) {
  const { bar, gap, apart } = SIZES.find(({ most }) => floors.length <= most) ?? SIZES[4]
  const at = floors.findIndex(({ floor }) => floor === chosen)
  const worst = ABNORMAL.flatMap((state) => floors.flatMap((of, one) => (worstOf(of) === state ? [one] : [])))
  const all = bar === 'h-4' ? floors.map((_, one) => one) : []
  const named = [...worst, 0, floors.length - 1, ...all].reduce(
    (some, one) => (some.every((other) => Math.abs(one - other) >= apart) ? [...some, one] : some),
    [at],
  )
  const words = ABNORMAL.map((state) => ({ state, those: floors.filter((one) => worstOf(one) === state) }))
    .filter(({ those }) => those.length > 0)
    .map(({ state, those }) => `${those.map(({ floor }) => floor).join('、')}${pointState.label(state)}`)
  return (
    <div className={cx('shrink-0 py-1', gap)}>
      <p className="sr-only">{[`${floors.length} 个楼层`, ...words].join('，')}</p>
      {floors.map((one, index) => {
        const state = worstOf(one)
        return (
          <div key={one.floor} aria-hidden="true" className={cx('flex items-center gap-2', bar)}>
            <span
              className={cx(
                'w-16 whitespace-nowrap text-right text-xs leading-none',
                one.floor === chosen && 'font-semibold',
                state === 'normal' ? 'text-ink-soft' : toneClass[pointState.tone(state)].text,
              )}
            >
              {named.includes(index) && one.floor}
            </span>
            <span
              className={cx(
                'h-full w-6 rounded-sm md:w-20',
                one.points > 0 ? barClass(state) : BLANK,
                one.floor === chosen && 'outline outline-2 outline-offset-1 outline-danger',
              )}
            />
          </div>
        )
      })}
    </div>
  )
}
