import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Curve, curve } from '#contract/curve.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { MEASURE_WORDS } from '#contract/measure-words.ts'
import { MEASURES, type Measure } from '#contract/record.ts'
import { fromWireTime } from '#contract/time.ts'
import { curveQuery } from '#app/data/curve.ts'
import { useNow } from '#app/lib/use-now.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import type { CurveModel } from '#app/ui/chart-model.ts'
import { CurveChart } from '#app/ui/curve-chart.tsx'
import { Select } from '#app/ui/select.tsx'
import { SkeletonChart } from '#app/ui/skeleton.tsx'

interface DeviceCurveProps {
  readonly deviceId: string
  readonly deviceName: string
  readonly span: Omit<InputOf<typeof curve.one>, 'id' | 'figure'>
  /** Reserve the choice's place. */
  readonly figures: readonly Measure[]
  readonly height: number
  readonly isUnlimited?: boolean
  readonly departure?: CurveModel['departure']
  readonly departed?: string | null
  readonly children?: ReactNode
}

const FRESH_MS = 5 * 60_000
const ms = (wire: string) => fromWireTime(wire).getTime()
const isMeasure = (name: string | null): name is Measure => MEASURES.some((one) => one === name)

export function DeviceCurve({
  deviceId,
  deviceName,
  span,
  figures,
  height,
  isUnlimited,
  departure,
  departed,
  children,
}: DeviceCurveProps) {
  const [chosen, setChosen] = useState<Measure>()
  const found = useQuery({
    ...curveQuery.one({ id: deviceId, ...(chosen && { figure: chosen }), ...span }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div style={{ minHeight: height }}>
        <QueryResult of={found} waiting={<SkeletonChart height={height} />}>
          {(of) => (
            <Chart
              of={isUnlimited ? { ...of, low: null, high: null } : of}
              deviceName={deviceName}
              height={height}
              isOld={found.isPlaceholderData}
              endsNow={span.days !== undefined}
              departure={of.figure === departed ? departure : undefined}
            />
          )}
        </QueryResult>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2 [--control-sm:var(--control)]">
        {children}
        {figures.length > 1 && (
          <Select
            aria-label="测量项"
            className="w-[7.5rem] md:w-36"
            value={chosen ?? found.data?.figure ?? figures[0] ?? ''}
            options={figures.map((value) => ({ value, label: MEASURE_WORDS[value].label }))}
            onChange={({ target: { value } }) => setChosen(isMeasure(value) ? value : undefined)}
          />
        )}
      </div>
    </>
  )
}

interface ChartProps {
  readonly of: Curve
  readonly deviceName: string
  readonly height: number
  readonly isOld: boolean
  readonly endsNow: boolean
  readonly departure: CurveModel['departure']
}

function Chart({ of, deviceName, height, isOld, endsNow, departure }: ChartProps) {
  const { figure, points, low, high } = of
  const now = useNow().getTime()
  if (!isMeasure(figure) || points.length === 0)
    return (
      <p className="flex items-center justify-center text-sm text-ink-soft" style={{ height }}>
        该时段没有读数
      </p>
    )
  const { label, unit, dict } = MEASURE_WORDS[figure]
  return (
    <div aria-busy={isOld} className={isOld ? 'opacity-60' : undefined}>
      <CurveChart
        label={`${deviceName} ${label}，${of.startTime.slice(0, 16)} 至 ${of.endTime.slice(0, 16)}`}
        name={label}
        points={points.map(({ time, value }) => ({ at: ms(time), value }))}
        from={ms(of.startTime)}
        to={ms(of.endTime)}
        endsNow={endsNow && now - ms(of.endTime) < FRESH_MS}
        departure={departure}
        gap={of.gap * 1000}
        low={low}
        high={high}
        unit={unit}
        words={dict?.codes.map((code) => dict.label(code))}
        height={height}
      />
    </div>
  )
}
