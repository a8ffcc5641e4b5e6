import { formatTime } from '../lib/format.ts'
import { useChartCode } from './chart-code.ts'
import type { CurveModel } from './chart-model.ts'
import { shownFigure, spanRows } from './curve.rules.ts'
import { SkeletonChart } from './skeleton.tsx'

const DAY = 86_400_000

const rowsFor = (days: number) => (days <= 2 ? 24 : days <= 8 ? 28 : days <= 45 ? 30 : 26)

function Drawn(model: CurveModel) {
  const code = useChartCode()
  return code ? <code.ApexCurve {...model} /> : <SkeletonChart height={model.height} />
}

export function CurveChart({ label, ...model }: CurveModel & { readonly label: string }) {
  const { points, from, to, unit = '', words, name } = model
  const figure = (value: number) => words?.[value] ?? `${shownFigure(value)} ${unit}`
  return (
    <figure aria-label={label} className="touch-pan-y overflow-hidden overflow-clip" style={{ height: model.height }}>
      <div aria-hidden="true">
        <Drawn {...model} />
      </div>
      <div className="sr-only">
        <table>
          <caption>
            {label}
            {model.low !== null && `，正常不低于 ${figure(model.low)}`}
            {model.high !== null && `，正常不高于 ${figure(model.high)}`}
          </caption>
          <thead>
            <tr>
              <th scope="col">时段起</th>
              <th scope="col">最低{name}</th>
              <th scope="col">最高{name}</th>
              <th scope="col">最后{name}</th>
            </tr>
          </thead>
          <tbody>
            {spanRows(points, from, to, rowsFor((to - from) / DAY)).map((row) => (
              <tr key={row.from}>
                <th scope="row">{formatTime(row.from).slice(0, 16)}</th>
                <td>{figure(row.low)}</td>
                <td>{figure(row.high)}</td>
                <td>{figure(row.last)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
