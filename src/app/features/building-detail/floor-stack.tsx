import { useEffect, useRef, useState } from 'react'
import { pointState } from '#contract/dict/point-state.ts'
import type { FloorRow } from '#contract/floor-plan.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { barClass, STATES, worstOf } from '#app/parts/floor-plan/points-of-floor.tsx'
import { ChevronDownIcon } from '#app/ui/icon.tsx'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

const EDGE_PX = 16
const MOST_UNFOLDED = 12

const hasPoints = ({ points }: FloorRow) => points > 0

interface FloorStackProps {
  readonly floors: readonly FloorRow[]
  readonly chosen: string
  onChoose(floor: string): void
}

export const floorWords = (floor: string) => floor || '未填楼层'

export function FloorStack({ floors, chosen, onChoose }: FloorStackProps) {
  const list = useRef<HTMLOListElement>(null)
  const isDesk = useMedia(DESK)
  const [isWhole, setWhole] = useState(false)
  // Moving under the finger would open another floor.
  const [order] = useState(() =>
    [floors.filter(hasPoints), floors.filter((one) => !hasPoints(one))].flatMap((some) =>
      STATES.flatMap((state) => some.filter((one) => worstOf(one) === state).map(({ floor }) => floor)),
    ),
  )
  const isCalm = (one: FloorRow) => worstOf(one) === 'normal' && one.plan === null
  const calm = floors.filter((one) => isCalm(one) && one.floor !== '' && one.floor !== chosen)
  const watched = calm.filter(hasPoints).length
  const folds = isDesk && floors.length > MOST_UNFOLDED && calm.length > 1 && calm.length < floors.length - 1
  const shown = isDesk
    ? floors.filter((one) => !folds || isWhole || !calm.includes(one))
    : [...floors].sort((a, b) => order.indexOf(a.floor) - order.indexOf(b.floor))
  useEffect(() => {
    const at = Array.from(list.current?.children ?? []).find((one) => one.getAttribute('data-floor') === chosen)
    if (!list.current || !(at instanceof HTMLElement)) return
    const first = at.previousElementSibling instanceof HTMLElement ? at.previousElementSibling : at
    list.current.scrollLeft = first.offsetLeft - EDGE_PX
  }, [chosen])
  return (
    <ol
      ref={list}
      aria-label="楼层"
      className="relative -mx-4 flex min-w-0 flex-1 gap-1.5 overflow-x-auto px-4 print:flex-wrap [-webkit-mask-image:linear-gradient(90deg,transparent_0.5rem,#000_1rem,#000_calc(100%-1rem),transparent)] [scrollbar-width:none] md:mx-0 md:[-webkit-mask-image:none] md:block md:w-full md:divide-y md:divide-line md:overflow-visible md:border-r md:border-line md:p-0"
    >
      {shown.map((one) => (
        <li key={one.floor} data-floor={one.floor} className="shrink-0">
          <Floor of={one} isChosen={one.floor === chosen} onChoose={onChoose} />
        </li>
      ))}
      {folds && (
        <li>
          <button
            type="button"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
            className="relative flex min-h-[2.75rem] w-full items-center gap-x-2 pl-5 pr-3 text-left -outline-offset-2 hover:bg-sunk mouse:min-h-[2.25rem]"
          >
            {watched > 0 && (
              <>
                <StateBar of="normal" />
                <ToneMark tone={pointState.tone('normal')} />
                正常 {watched} 层
              </>
            )}
            {watched < calm.length && <span className="text-ink-soft">无点位 {calm.length - watched} 层</span>}
            <ChevronDownIcon className={cx('ml-auto text-ink-soft', isWhole && 'rotate-180')} />
          </button>
        </li>
      )}
    </ol>
  )
}

function StateBar({ of }: { of: (typeof STATES)[number] }) {
  return (
    <span
      aria-hidden="true"
      className={cx('absolute bottom-0.5 left-0.5 top-0.5 w-1 rounded-sm max-md:hidden', barClass(of))}
    />
  )
}

interface FloorProps {
  readonly of: FloorRow
  readonly isChosen: boolean
  onChoose(floor: string): void
}

function Floor({ of, isChosen, onChoose }: FloorProps) {
  const { floor, points, alarms, faults, offline, plan } = of
  const counts = [
    { state: 'alarm', count: alarms },
    { state: 'fault', count: faults },
    { state: 'offline', count: offline },
  ].filter(({ count }) => count > 0)
  const isCalm = counts.length === 0 && points > 0
  return (
    <button
      type="button"
      data-printed
      aria-pressed={isChosen}
      onClick={() => onChoose(floor)}
      className={cx(
        'relative flex min-h-[2.75rem] w-full min-w-[2.75rem] items-center mouse:min-h-[2.25rem] gap-x-2 rounded border px-2 text-left -outline-offset-2 md:rounded-none md:border-0 md:pl-5 md:pr-3',
        isChosen
          ? cx(
              'font-semibold max-md:border-transparent max-md:bg-action max-md:text-action-on',
              'md:bg-link/10 md:text-link',
            )
          : alarms > 0
            ? 'border-danger max-md:bg-danger-soft md:hover:bg-sunk'
            : 'border-line-strong hover:bg-sunk',
      )}
    >
      {hasPoints(of) && <StateBar of={worstOf(of)} />}
      <span className="whitespace-nowrap">{floorWords(floor)}</span>
      <span className="sr-only grow whitespace-nowrap text-sm font-normal text-ink-soft md:not-sr-only md:grow md:whitespace-nowrap">
        {points > 0 ? `${points} 个点位` : '无点位'}
        {plan ? ' · 有图' : ''}
      </span>
      {isCalm && (
        <>
          <ToneMark tone={pointState.tone('normal')} className="max-md:hidden" />
          <span className="sr-only">{pointState.label('normal')}</span>
        </>
      )}
      {counts.map(({ state, count }) => {
        const tone = pointState.tone(state)
        return (
          <span
            key={state}
            className={cx(
              'flex items-center gap-1 font-figure text-sm',
              toneClass[tone].text,
              isChosen &&
                'max-md:!text-current max-md:[&>svg]:!text-current max-md:[&_[stroke]]:[stroke:rgb(var(--action))]',
            )}
          >
            <ToneMark tone={tone} />
            {count}
            <span className="sr-only">{pointState.label(state)}</span>
          </span>
        )
      })}
    </button>
  )
}
