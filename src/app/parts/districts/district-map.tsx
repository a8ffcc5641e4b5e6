import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { scoreTone } from '#contract/score.rules.ts'
import { outlineQuery } from '#app/data/outline.ts'
import { oneDecimal } from '#app/lib/format.ts'
import { cx } from '#app/ui/cx.ts'
import type { DistrictFigures } from './district-figures.ts'
import { MapAwaited } from './map-awaited.tsx'
import { cityShape, type DistrictShape, INSET, MAP } from './map-shape.ts'

interface DistrictMapProps {
  readonly figures: readonly DistrictFigures[]
  readonly chosen: string
  /** On the wall: its list, whose districts are ringed; good scores are hidden. */
  readonly listed?: readonly { readonly countyNo: string | null }[] | undefined
  onChoose(code: string): void
}

const FILL = {
  ok: 'fill-[rgb(var(--map-ok))]',
  attention: 'fill-[rgb(var(--map-attention))]',
  danger: 'fill-[rgb(var(--map-danger))]',
  unknown: 'fill-sunk',
} as const

const INK = {
  ok: 'text-ink-soft',
  attention: 'font-semibold text-attention-ink',
  danger: 'font-semibold text-danger-ink',
  unknown: 'text-ink-soft',
} as const

type Band = keyof typeof FILL

const bandOf = (of: DistrictFigures | undefined): Band => {
  const tone = scoreTone(of?.score ?? null)
  return tone === 'ok' || tone === 'attention' || tone === 'danger' ? tone : 'unknown'
}

const shortName = (name: string) => name.replace(/(新区|区)$/, '')
const percent = (part: number, whole: number) => `${(part * 100) / whole}%`

/** For pointers; its list serves keyboards and screen readers. */
export function DistrictMap({ figures, chosen, listed, onChoose }: DistrictMapProps) {
  const { data: outlines, isError, refetch } = useQuery(outlineQuery())
  const shape = useMemo(() => outlines && cityShape(outlines), [outlines])
  if (!shape) return <MapAwaited isWall={listed !== undefined} onRetry={isError ? () => void refetch() : undefined} />
  if (figures.length > 0 && !shape.districts.some(({ code }) => figures.some((one) => one.code === code)))
    return <p className="absolute inset-0 flex items-center justify-center text-sm text-ink-soft">暂无本市区划图</p>
  const of = (code: string) => figures.find((one) => one.code === code)
  const drawn = (isInset: boolean) =>
    shape.districts
      .slice()
      .sort((a, b) => Number(a.code === chosen) - Number(b.code === chosen))
      .map((district) => (
        <Shape
          key={district.code}
          d={isInset ? district.insetPath : district.path}
          band={bandOf(of(district.code))}
          isChosen={district.code === chosen}
          isPale={isInset && !district.isCentral}
          onChoose={of(district.code) && (() => onChoose(district.code))}
        />
      ))
  const { x, y, width, height } = shape.frame
  return (
    <div aria-hidden="true" className="absolute inset-0">
      <svg viewBox={`0 0 ${MAP.width} ${MAP.height}`} className="absolute h-full w-full">
        <clipPath id="enlarged">
          <rect width={INSET.width} height={INSET.height} rx="8" />
        </clipPath>
        {drawn(false)}
        <g fill="none" className="pointer-events-none stroke-line-strong">
          <path
            d={`M${INSET.width} 0L${x + width} ${y}M${INSET.width} ${INSET.height}L${x} ${y + height}`}
            strokeDasharray="3 3"
          />
          <rect x={x} y={y} width={width} height={height} rx="3" />
        </g>
        <g clipPath="url(#enlarged)">
          <rect width={INSET.width} height={INSET.height} className="fill-panel" />
          {drawn(true)}
        </g>
        <rect
          width={INSET.width}
          height={INSET.height}
          rx="8"
          fill="none"
          className="pointer-events-none stroke-line-strong"
        />
      </svg>
      {shape.districts.map((district) => (
        <Label key={district.code} of={district} figures={of(district.code)} listed={listed} />
      ))}
    </div>
  )
}

interface ShapeProps {
  readonly d: string
  readonly band: Band
  readonly isChosen: boolean
  readonly isPale: boolean
  readonly onChoose: (() => void) | undefined
}

function Shape({ d, band, isChosen, isPale, onChoose }: ShapeProps) {
  return (
    <path
      d={d}
      onClick={onChoose}
      strokeWidth={isChosen ? 2.5 : 1}
      strokeLinejoin="round"
      className={cx(
        FILL[band],
        isChosen ? 'stroke-link' : 'stroke-panel',
        isPale && 'opacity-50',
        onChoose && 'cursor-pointer hover:opacity-80',
      )}
    />
  )
}

interface LabelProps extends Pick<DistrictMapProps, 'listed'> {
  readonly of: DistrictShape
  readonly figures: DistrictFigures | undefined
}

function Label({ of, figures, listed }: LabelProps) {
  const [x, y] = of.label
  const band = bandOf(figures)
  const { alarms, isPart } = figures ?? {}
  const isWall = listed !== undefined
  const isRinged = listed?.some(({ countyNo }) => countyNo === of.code)
  return (
    <span
      className={cx(
        'pointer-events-none absolute cursor-pointer -translate-x-1/2 -translate-y-1/2 whitespace-nowrap text-center leading-tight text-ink',
        isWall ? (of.isCentral ? 'text-[1.35em]' : 'text-[1.6em]') : 'text-xs',
      )}
      style={{ left: percent(x, MAP.width), top: percent(y, MAP.height) }}
    >
      <span className="flex items-center justify-center gap-[0.1em]">
        <b className="font-semibold">{shortName(of.name)}</b>
        {isPart && alarms === undefined && <b className="text-ink-soft">?</b>}
        {alarms !== undefined && alarms > 0 && (
          <span
            className={cx(
              '-my-[0.2em] flex h-[1.5em] min-w-[1.5em] items-center justify-center rounded-full bg-fire-ground font-figure font-semibold leading-none text-fire-on',
              !isWall ? 'border border-white' : isRinged ? 'border-[0.14em] border-white' : 'border-fire-ground',
            )}
          >
            {alarms}
            {isPart && '+'}
          </span>
        )}
      </span>
      {(!isWall || band !== 'ok') && (
        <span className={cx('block font-figure', INK[band])}>{oneDecimal(figures?.score)}</span>
      )}
    </span>
  )
}
