import type { ApexOptions } from 'apexcharts'
import ReactApexChart from 'react-apexcharts'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { inTurn } from '../lib/in-turn.ts'
import type { LineModel, Slice } from './chart-model.ts'
import { donutOptions, lineOptions, type ChartColours } from './chart-options.ts'

// The package is CommonJS: depending on the bundler the component is the import or its `default`.
const Chart = (ReactApexChart as typeof ReactApexChart & { default?: typeof ReactApexChart }).default ?? ReactApexChart

// Apex would add a style element of its own, which our content security policy refuses; styles.css has what we use.
const STYLE_ID = 'apexcharts-css'
if (!document.getElementById(STYLE_ID)) {
  document.head.append(Object.assign(document.createElement('meta'), { id: STYLE_ID }))
}

const NAMES = ['ink', 'ink-soft', 'line', 'panel'] as const

/** The colours that hold where this element stands, read again when the device changes between light and dark. */
function useColours(names: readonly string[]) {
  const ref = useRef<HTMLDivElement>(null)
  const [colours, setColours] = useState<ChartColours | null>(null)
  const wanted = names.join(' ')
  useEffect(() => {
    const read = () => {
      if (!ref.current) return
      const style = getComputedStyle(ref.current)
      const colour = (name: string) => `rgb(${style.getPropertyValue(`--${name}`).trim().split(/\s+/).join(',')})`
      const [ink = '', inkSoft = '', line = '', panel = ''] = NAMES.map(colour)
      setColours({ ink, inkSoft, line, panel, series: wanted.split(' ').map(colour) })
    }
    // Told at once, the chart is drawn in its own turn and not in a later one of React's.
    const readInTurn = () => inTurn(() => flushSync(read))
    readInTurn()
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', readInTurn)
    return () => dark.removeEventListener('change', readInTurn)
  }, [wanted])
  return [ref, colours] as const
}

const PALETTE = Array.from({ length: 11 }, (_, at) => `chart-${at + 1}`)

/** Of the size given here whatever Apex puts in: where it measures, its own box is laid out and not the page. */
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

/** The same object as long as it says the same: Apex draws anew for every other one. */
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

export interface ApexDonutProps {
  readonly parts: readonly Slice[]
  readonly height: number
  readonly unit?: string | undefined
}

export function ApexDonut({ parts: given, height, unit }: ApexDonutProps) {
  const parts = useSteady(given)
  const names = parts.map(({ tone }, at) => (tone ? `${tone}-solid` : `chart-${(at % PALETTE.length) + 1}`))
  const [ref, colours] = useColours(names)
  // Apex 4.7 takes a ring's new options for those it has (apexcharts.js, `update`): what says something else is a new one.
  const said = JSON.stringify([parts, colours])
  const options = useMemo(() => colours && donutOptions(parts, height, unit, colours), [parts, height, unit, colours])
  return (
    <div ref={ref} style={box(height)}>
      {options && <Drawn key={said} options={options} height={height} />}
    </div>
  )
}
