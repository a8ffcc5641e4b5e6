import type { AlarmCurve, AlarmDetail } from '#contract/alarm.ts'
import { EvidenceCard } from '../evidence-card.tsx'
import { EvidenceCurve, shownReading, wordsOfFigure } from '../evidence-curve.tsx'

export function AlarmCurves({ of: { curves, alarmTime } }: { of: AlarmDetail }) {
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
  const { label, unit = '' } = wordsOfFigure(figure)
  const name = [device.floor, device.zone, device.deviceName ?? device.deviceNo].filter(Boolean).join(' ')
  return (
    <figure>
      <figcaption className="mb-1 flex items-baseline justify-between gap-3">
        <span className="min-w-0 break-words text-sm">
          {name}
          <span className="text-ink-soft"> · {label}</span>
        </span>
        <span className="shrink-0 font-figure text-xl font-semibold">
          {shownReading(values[values.length - 1] ?? 0)}
          <span className="ml-0.5 text-sm font-normal text-ink-soft">{unit}</span>
        </span>
      </figcaption>
      <EvidenceCurve
        figure={figure}
        points={points}
        moment={alarmTime}
        momentTone="danger-solid"
        name={`${name} ${label}`}
        foot={`最低 ${shownReading(Math.min(...values))}，最高 ${shownReading(Math.max(...values))}`}
      />
    </figure>
  )
}
