import type { ApexOptions } from 'apexcharts'
import ReactApexChart from 'react-apexcharts'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { queueTask } from '../scheduling/task-queue.ts'
import type { CurveModel, LineModel, Slice } from './chart-model.ts'
import { donutOptions, lineOptions, type ChartColours } from './chart-options.ts'
import { curveOptions } from './curve-options.ts'

// CommonJS: the import or its `default`.
const Chart = (ReactApexChart as typeof ReactApexChart & { default?: typeof ReactApexChart }).default ?? ReactApexChart

// The CSP blocks Apex's style element.
const STYLE_ID = 'apexcharts-css'
if (!document.getElementById(STYLE_ID)) {
  document.head.append(Object.assign(document.createElement('meta'), { id: STYLE_ID }))
}

const NAMES = [
  'ink',
  'ink-soft',
  'line',
  'panel',
  'ok-soft',
  'attention-soft',
  'danger-soft',
  'attention-solid',
  'attention-ink',
] as const

function useColours(names: readonly string[]) {
  const ref = useRef<HTMLDivElement>(null)
  const [colours, setColours] = useState<ChartColours | null>(null)
  const wanted = names.join(' ')
  useEffect(() => {
    const read = () => {
      if (!ref.current) return
      const style = getComputedStyle(ref.current)
      const colour = (name: string) => `rgb(${style.getPropertyValue(`--${name}`).trim().split(/\s+/).join(',')})`
      const [
        ink = '',
        inkSoft = '',
        line = '',
        panel = '',
        okSoft = '',
        attentionSoft = '',
        dangerSoft = '',
        attention = '',
        attentionInk = '',
      ] = NAMES.map(colour)
      const grounds = { okSoft, attentionSoft, dangerSoft, attention, attentionInk }
      setColours({ ink, inkSoft, line, panel, ...grounds, series: wanted.split(' ').map(colour) })
    }
    // Renders within the queued task instead of a later React update.
    const readInTurn = () => queueTask(() => flushSync(read))
    readInTurn()
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', readInTurn)
    return () => dark.removeEventListener('change', readInTurn)
  }, [wanted])
  return [ref, colours] as const
}

const PALETTE = Array.from({ length: 11 }, (_, at) => `chart-${at + 1}`)

/** Confines Apex's measurements to this box. */
const box = (height: number): CSSProperties => ({ height, contain: 'layout size' })

function Drawn({ options, height }: { options: ApexOptions; height: number }) {
  return (
    <Chart
      type={options.chart?.type ?? 'line'}
      options={options}
      series={options.series}
      height={height}
      width="100%"
    />
  )
}

/** Apex redraws for every new object. */
function useSteady<T>(value: T): T {
  const text = JSON.stringify(value)
  return useMemo(() => JSON.parse(text) as T, [text])
}

export function ApexLine(props: LineModel) {
  const model = useSteady(props)
  const [ref, colours] = useColours(PALETTE.slice(0, model.series.length))
  const options = useMemo(() => colours && lineOptions(model, colours), [model, colours])
  return (
    <div ref={ref} style={box(model.height)}>
      {options && <Drawn options={options} height={model.height} />}
    </div>
  )
}

const NARROW = '(max-width: 767px)'

export function ApexCurve(props: CurveModel) {
  const model = useSteady(props)
  const [ref, colours] = useColours(PALETTE.slice(0, 1))
  const options = useMemo(() => colours && curveOptions(model, colours, matchMedia(NARROW).matches), [model, colours])
  return (
    <div ref={ref} style={box(model.height)}>
      {options && <Drawn options={options} height={model.height} />}
    </div>
  )
}

export interface ApexDonutProps {
  readonly parts: readonly Slice[]
  readonly height: number
  readonly unit?: string | undefined
}

export function ApexDonut({ parts: given, height, unit }: ApexDonutProps) {
  const parts = useSteady(given)
  const names = parts.map(({ tone }, at) => (tone ? `${tone}-solid` : `chart-${(at % PALETTE.length) + 1}`))
  const [ref, colours] = useColours(names)
  // Apex 4.7 mistakes a donut's new options for the current ones: a change needs a new chart.
  const said = JSON.stringify([parts, colours])
  const options = useMemo(() => colours && donutOptions(parts, height, unit, colours), [parts, height, unit, colours])
  return (
    <div ref={ref} style={box(height)}>
      {options && <Drawn key={said} options={options} height={height} />}
    </div>
  )
}
