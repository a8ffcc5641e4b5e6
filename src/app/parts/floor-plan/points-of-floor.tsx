import { pointState } from '#contract/dict/point-state.ts'
import type { FloorPoint, FloorRow } from '#contract/floor-plan.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { pointName } from './placed-points.ts'

interface PointsOfFloorProps {
  readonly floors: readonly FloorRow[]
  readonly floor: string
  /** Worst first; undefined while they load. */
  readonly points: readonly FloorPoint[] | undefined
}

const MOST_POINTS = 6
const MOST_WIDE = 20

/** In place of a plan: the floor among the others, and its points. */
export function PointsOfFloor({ floors, floor, points = [] }: PointsOfFloorProps) {
  const here = floors.find((one) => one.floor === floor)
  const total = here?.points ?? points.length
  const most = useMedia(WIDE) ? MOST_WIDE : MOST_POINTS
  return (
    <div className="flex gap-x-5">
      <FloorBars floors={floors.filter((one) => one.floor !== '')} chosen={floor} />
      <div className="flex min-w-0 flex-1 flex-col justify-between gap-y-2">
        <ul className="divide-y divide-line text-sm">
          {points.slice(0, most).map((one) => {
            const tone = pointState.tone(one.state)
            return (
              <li key={one.id} className="flex items-center gap-2 py-1">
                <ToneMark tone={tone} />
                <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
                  <span className="min-w-0 flex-auto break-words">{pointName(one)}</span>
                  <span className="text-ink-soft">{one.zone}</span>
                </span>
                <span className={cx('w-8 shrink-0 text-right', toneClass[tone].text)}>
                  {pointState.label(one.state)}
                </span>
              </li>
            )
          })}
          {floors
            .filter((one) => one.alarms > 0 && one !== here)
            .slice(0, Math.max(0, most - points.length))
            .map((one) => (
              <li key={one.floor} className="flex items-center gap-2 py-1">
                <ToneMark tone={pointState.tone('alarm')} />
                <span className="flex min-w-0 flex-1 gap-x-2">
                  <span className="min-w-0 flex-auto">{one.floor}</span>
                  <span className="text-ink-soft">{one.alarms} 个点位</span>
                </span>
                <span className={cx('w-8 shrink-0 text-right', toneClass[pointState.tone('alarm')].text)}>
                  {pointState.label('alarm')}
                </span>
              </li>
            ))}
          {total > most && <li className="py-1 text-ink-soft">另有 {total - most} 个点位</li>}
        </ul>
        <p aria-hidden="true" className="flex flex-wrap gap-x-4 text-xs text-ink-soft">
          {STATES.map((state) => (
            <span key={state} className="flex items-center gap-1.5">
              <i
                className={cx(
                  'h-2 w-4 rounded-sm',
                  barClass(state),
                  state === 'normal' && 'ring-1 ring-inset ring-line-strong',
                )}
              />
              {pointState.label(state)}
            </span>
          ))}
        </p>
      </div>
    </div>
  )
}

export const worstOf = ({ alarms, faults, offline }: FloorRow) =>
  alarms > 0 ? 'alarm' : faults > 0 ? 'fault' : offline > 0 ? 'offline' : 'normal'

export const STATES = ['alarm', 'fault', 'offline', 'normal'] as const

export const barClass = (state: (typeof STATES)[number]) =>
  state === 'normal' ? 'bg-ok-soft' : cx('bg-current', toneClass[pointState.tone(state)].solid)

const ABNORMAL = ['alarm', 'fault', 'offline'] as const

interface FloorBarsProps {
  readonly floors: readonly FloorRow[]
  readonly chosen: string
}

function FloorBars({ floors, chosen }: FloorBarsProps) {
  const at = floors.findIndex(({ floor }) => floor === chosen)
  const isRoomy = useMedia(WIDE) && floors.length <= FEW_FLOORS
  const worst = ABNORMAL.flatMap((state) => floors.flatMap((of, one) => (worstOf(of) === state ? [one] : [])))
  const named = [...worst, 0, floors.length - 1].reduce(
    (all, one) => (all.every((other) => Math.abs(one - other) > (isRoomy ? 0 : CLOSE)) ? [...all, one] : all),
    [at],
  )
  const words = ABNORMAL.map((state) => ({ state, those: floors.filter((one) => worstOf(one) === state) }))
    .filter(({ those }) => those.length > 0)
    .map(({ state, those }) => `${those.map(({ floor }) => floor).join('、')}${pointState.label(state)}`)
  return (
    <div className="shrink-0 space-y-0.5 py-1">
      <p className="sr-only">{[`${floors.length} 个楼层`, ...words].join('，')}</p>
      {floors.map((one, index) => {
        const state = worstOf(one)
        return (
          <div
            key={one.floor}
            aria-hidden="true"
            className={cx('flex h-2 items-center gap-2', floors.length <= FEW_FLOORS && 'xl:h-3.5')}
          >
            <span
              className={cx(
                'w-14 text-right text-xs leading-none',
                one.floor === chosen
                  ? 'font-semibold text-ink'
                  : state === 'normal'
                    ? 'text-ink-soft'
                    : toneClass[pointState.tone(state)].text,
              )}
            >
              {named.includes(index) && one.floor}
            </span>
            <span
              className={cx(
                'h-full w-20 rounded-sm',
                barClass(state),
                one.floor === chosen && 'outline outline-2 outline-offset-1 outline-danger',
              )}
            />
          </div>
        )
      })}
    </div>
  )
}

const FEW_FLOORS = 24

/** Rows between two names. */
const CLOSE = 1
