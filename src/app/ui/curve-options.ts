import type { ApexOptions } from 'apexcharts'
import { toWireTime } from '#contract/time.ts'
import { formatNumber } from '../lib/format.ts'
import type { CurveModel } from './chart-model.ts'
import { base, type ChartColours, tip } from './chart-options.ts'
import { linesOf, type LinePoint, scaleOf, shownFigure } from './curve.rules.ts'

const DAY = 86_400_000

function momentText(at: number, { from, to, endsNow }: CurveModel): string {
  if (endsNow && at >= to) return '现在'
  const wire = toWireTime(new Date(at))
  if (to - from <= 2 * DAY) return (endsNow && at <= from ? '昨 ' : '') + wire.slice(11, 16)
  return to - from <= 10 * DAY ? wire.slice(5, 16) : wire.slice(5, 10)
}

const CHINA = 28_800_000

function daysOf({ from, to, endsNow }: CurveModel, ticks: number): number[] {
  if (to - from <= 10 * DAY) return []
  const step = Math.ceil(Math.round((to - from) / DAY) / ticks) * DAY
  const last = Math.floor((to + CHINA) / DAY) * DAY - CHINA
  const days = Array.from({ length: ticks + 1 }, (_, at) => last - at * step).filter((day) => day >= from)
  return endsNow ? [to, ...days.slice(1)] : days
}

export function curveOptions(model: CurveModel, colours: ChartColours, isNarrow: boolean): ApexOptions {
  const { points, low, high, from, to, gap, words, height, name, unit } = model
  const { within, outside, crossings } = linesOf(points, model, gap)
  const scale = words
    ? { min: 0, max: Math.max(1, words.length - 1), ticks: Math.max(1, words.length - 1) }
    : scaleOf(points, model)
  const data = (line: readonly LinePoint[]) => line.map(([at, value]) => ({ x: at, y: value }))
  const isSplit = outside.some(([, value]) => value !== null)
  const last = within.length - 1
  const isOut = within[last]?.[1] === null
  const figure = (value: number) => words?.[value] ?? `${shownFigure(value)}${unit ? ` ${unit}` : ''}`
  const limits = [low, high].filter(
    (limit): limit is number => limit !== null && limit > scale.min && limit < scale.max,
  )
  const { departure } = model
  const isDepartureShown = departure !== undefined && departure.at > from && departure.at < to
  const isEarly = isDepartureShown && departure.at - from < (to - from) / 2
  const days = daysOf(model, isNarrow ? 3 : 6)
  const decimals = Math.max(0, Math.min(3, -Math.floor(Math.log10((scale.max - scale.min) / scale.ticks))))
  return {
    ...base('line', height, colours),
    series: [{ name, data: data(within) }, ...(isSplit ? [{ name: '超出', data: data(outside) }] : [])],
    colors: [colours.series[0] ?? colours.ink, colours.attention],
    stroke: { width: [2, 2.5], curve: words ? 'stepline' : 'straight' },
    markers: {
      size: 0,
      showNullDataPoints: false,
      strokeColors: colours.panel,
      hover: { size: 5 },
      discrete: [
        {
          seriesIndex: isOut && isSplit ? 1 : 0,
          dataPointIndex: last,
          size: 5,
          fillColor: isOut ? colours.attention : (colours.series[0] ?? colours.ink),
          strokeColor: colours.panel,
          shape: 'circle',
        },
      ],
    },
    grid: {
      borderColor: colours.line,
      padding: { top: -12, right: 16, bottom: days.length > 0 ? 20 : 0, left: 8 },
      xaxis: { lines: { show: false } },
    },
    xaxis: {
      type: 'numeric',
      min: from,
      max: to,
      tickAmount: isNarrow ? 3 : 6,
      decimalsInFloat: 0,
      axisBorder: { color: colours.line },
      axisTicks: { show: false },
      tooltip: { enabled: false },
      crosshairs: { stroke: { color: colours.inkSoft, dashArray: 0 } },
      labels: {
        show: days.length === 0,
        rotate: 0,
        hideOverlappingLabels: true,
        style: { fontSize: '12px' },
        formatter: (value) => momentText(Number(value), model),
      },
    },
    yaxis: {
      min: scale.min,
      max: scale.max,
      tickAmount: scale.ticks,
      labels: {
        formatter: (value) => words?.[Math.round(value)] ?? formatNumber(value, decimals),
        style: { fontSize: '12px' },
        minWidth: 24,
      },
    },
    annotations: {
      xaxis: [
        ...days.map((x) => ({
          x,
          borderColor: 'transparent',
          label: {
            text: momentText(x, model),
            orientation: 'horizontal',
            textAnchor: 'middle',
            position: 'bottom',
            offsetY: 18,
            borderWidth: 0,
            style: { background: 'transparent', color: colours.inkSoft, fontSize: '12px' },
          },
        })),
        ...(isDepartureShown
          ? [
              {
                x: departure.at,
                borderColor: colours.attention,
                strokeDashArray: 4,
                label: {
                  text: departure.text,
                  orientation: 'horizontal',
                  textAnchor: isEarly ? 'start' : 'end',
                  offsetX: isEarly ? 4 : -4,
                  position: departure.isLow === isEarly ? 'top' : 'bottom',
                  offsetY: departure.isLow === isEarly ? 32 : -8,
                  borderWidth: 0,
                  style: { background: 'transparent', color: colours.attentionInk, fontSize: '12px', fontWeight: 600 },
                },
              },
            ]
          : []),
      ],
      yaxis:
        low === null && high === null
          ? []
          : [
              {
                y: Math.max(scale.min, low ?? scale.min),
                y2: Math.min(scale.max, high ?? scale.max),
                fillColor: colours.okSoft,
                borderColor: 'transparent',
                opacity: 1,
                label: {
                  text:
                    low === null || high === null ? '正常范围' : `正常范围 ${shownFigure(low)}–${shownFigure(high)}`,
                  position: 'left',
                  textAnchor: 'start',
                  offsetX: 8,
                  offsetY: 16,
                  borderWidth: 0,
                  style: { background: 'transparent', color: colours.inkSoft, fontSize: '12px' },
                },
              },
              ...limits.map((y) => ({ y, borderColor: colours.attention, strokeDashArray: 4 })),
            ],
    },
    tooltip: {
      shared: true,
      intersect: false,
      custom: ({ dataPointIndex }: { dataPointIndex: number }) => {
        const [at = 0, inside] = within[dataPointIndex] ?? []
        const value = inside ?? outside[dataPointIndex]?.[1] ?? null
        const crossing = crossings.find((one) => one.at === at)
        const isOutside = inside === null
        return tip(
          toWireTime(new Date(at)).slice(5, 16),
          value === null
            ? []
            : [
                {
                  colour: isOutside ? colours.attention : (colours.series[0] ?? colours.ink),
                  name: crossing
                    ? crossing.to === 'in'
                      ? '回到正常范围'
                      : `${crossing.to === 'below' ? '低' : '高'}于正常范围`
                    : name,
                  value: figure(value),
                },
              ],
        )
      },
    },
  }
}
