import { useEffect, useRef } from 'react'
import { pointState } from '#contract/dict/point-state.ts'
import type { FloorRow } from '#contract/floor-plan.ts'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

interface FloorStackProps {
  readonly floors: readonly FloorRow[]
  readonly chosen: string
  onChoose(floor: string): void
}

export const floorWords = (floor: string) => floor || '未填楼层'

export function FloorStack({ floors, chosen, onChoose }: FloorStackProps) {
  const isRow = floors.some(({ plan }) => plan)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const at = Array.from(list.current?.children ?? []).find((one) => one.getAttribute('data-floor') === chosen)
    if (!list.current || !(at instanceof HTMLElement)) return
    list.current.scrollLeft = at.offsetLeft - (list.current.clientWidth - at.offsetWidth) / 2
    list.current.scrollTop = at.offsetTop - (list.current.clientHeight - at.offsetHeight) / 2
  }, [chosen])
  return (
    <ol
      ref={list}
      aria-label="楼层"
      className={cx(
        'relative shrink-0 pt-px print:flex-wrap md:max-h-[min(38rem,56vh)] md:w-60 lg:w-72 md:flex-col md:overflow-y-auto md:overflow-x-hidden',
        isRow ? '-mx-4 flex overflow-x-auto px-4 md:mx-0 md:px-0' : 'flex flex-col',
      )}
    >
      {floors.map((one) => (
        <li key={one.floor} data-floor={one.floor} className={cx(isRow && 'shrink-0', 'md:shrink')}>
          <Floor of={one} isChosen={one.floor === chosen} isRow={isRow} onChoose={onChoose} />
        </li>
      ))}
    </ol>
  )
}

interface FloorProps {
  readonly of: FloorRow
  readonly isChosen: boolean
  readonly isRow: boolean
  onChoose(floor: string): void
}

function Floor({ of: { floor, points, alarms, faults, offline, plan }, isChosen, isRow, onChoose }: FloorProps) {
  const counts = [
    { state: 'alarm', count: alarms },
    { state: 'fault', count: faults },
    { state: 'offline', count: offline },
  ].filter(({ count }) => count > 0)
  return (
    <button
      type="button"
      data-printed
      aria-pressed={isChosen}
      onClick={() => onChoose(floor)}
      className={cx(
        'flex min-h-[2.75rem] w-full items-center gap-x-2 border px-3 text-left -outline-offset-2',
        isRow ? '-ml-px md:-mt-px md:ml-0' : '-mt-px',
        isChosen
          ? 'border-link bg-link/10 font-medium text-link'
          : cx('border-line-strong hover:bg-sunk', plan ? 'bg-panel' : 'bg-sunk'),
      )}
    >
      <span className="whitespace-nowrap">{floorWords(floor)}</span>
      <span
        className={cx(
          'grow whitespace-nowrap text-sm text-ink-soft',
          isRow && 'sr-only md:not-sr-only lg:whitespace-nowrap',
        )}
      >
        {points} 个点位{plan ? ' · 有图' : ''}
      </span>
      {counts.map(({ state, count }) => {
        const tone = pointState.tone(state)
        return (
          <span key={state} className={cx('flex items-center gap-1 font-figure text-sm', toneClass[tone].text)}>
            <ToneMark tone={tone} />
            {count}
            <span className="sr-only">{pointState.label(state)}</span>
          </span>
        )
      })}
    </button>
  )
}
