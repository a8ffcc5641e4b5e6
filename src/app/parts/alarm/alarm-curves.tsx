import type { AlarmCurve, AlarmDetail } from '#contract/alarm.ts'
import type { Measure } from '#contract/record.ts'
import { MEASURE_WORDS } from '#contract/measure-words.ts'
import { fromWireTime, toWireTime } from '#contract/time.ts'
import { formatNumber } from '#app/lib/format.ts'
import { EvidenceCard } from '../evidence-card.tsx'

const WIDTH = 600
const HEIGHT = 120

const shown = (value: number) => formatNumber(value, Math.abs(value) < 10 ? 3 : 1)

const wordsOf = (figure: string): { readonly label: string; readonly unit?: string } =>
  MEASURE_WORDS[figure as Measure] ?? { label: figure }

export function AlarmCurves({ of: { curves, alarmTime } }: { of: AlarmDetail }) {
  if (curves.length === 0) return null
  return (
    <EvidenceCard title="前后读数" aside={`虚线为报警时刻 ${alarmTime.slice(11, 16)}`}>
      <ul className="space-y-4">
        {curves.map((curve) => (
          <li key={curve.deviceId}>
            <Curve of={curve} alarmTime={alarmTime} />
          </li>
        ))}
      </ul>
    </EvidenceCard>
  )
}

function Curve({ of: { points, figure, ...device }, alarmTime }: { of: AlarmCurve; alarmTime: string }) {
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const times = points.map(({ time }) => fromWireTime(time).getTime())
  const moment = fromWireTime(alarmTime).getTime()
  const from = Math.min(...times, moment)
  const span = Math.max(...times, moment) - from || 1
  const room = (high - low) / 4 || Math.abs(high) / 10 || 1
  const x = (ms: number) => 4 + ((ms - from) * (WIDTH - 8)) / span
  const y = (value: number) => HEIGHT - ((value - low + room) * HEIGHT) / (high - low + 2 * room)
  const path = values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${x(times[at] ?? 0).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')
  const last = values[values.length - 1] ?? 0
  const end = times[times.length - 1] ?? 0
  const { label, unit = '' } = wordsOf(figure)
  const name = [device.floor, device.zone, device.deviceName ?? device.deviceNo].filter(Boolean).join(' ')
  const said = `${name} ${label}：${shown(values[0] ?? 0)} 至 ${shown(last)} ${unit}，最低 ${shown(low)}，最高 ${shown(high)}`
  return (
    <figure>
      <figcaption className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 break-words text-sm">
          {name}
          <span className="text-ink-soft"> · {label}</span>
        </span>
        <span className="shrink-0 font-figure text-xl font-semibold">
          {shown(last)}
          <span className="ml-0.5 text-sm font-normal text-ink-soft">{unit}</span>
        </span>
      </figcaption>
      <div className="relative mt-1">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={said}
          className="block h-24 w-full overflow-visible border-b border-l border-line"
        >
          <path
            d={`M${x(moment).toFixed(1)} 0V${HEIGHT}`}
            stroke="rgb(var(--danger-solid))"
            strokeWidth="1.5"
            strokeDasharray="4 3"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={path}
            fill="none"
            stroke="rgb(var(--chart-1))"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={`M${x(end).toFixed(1)} ${y(last).toFixed(1)}h0`}
            stroke="rgb(var(--chart-1))"
            strokeWidth="8"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <p aria-hidden="true" className="flex justify-between text-xs text-ink-soft">
          <span>{toWireTime(new Date(from)).slice(11, 16)}</span>
          <span>
            最低 {shown(low)}，最高 {shown(high)}
          </span>
          <span>{toWireTime(new Date(from + span)).slice(11, 16)}</span>
        </p>
      </div>
    </figure>
  )
}
