import type { ApexOptions } from 'apexcharts'
import zh from 'apexcharts/dist/locales/zh-cn.json'
import { formatNumber } from '../lib/format.ts'
import { shareOf, withUnit, type LineModel, type Slice } from './chart-model.ts'
import { bandsWithin, scoreScale, type ScoreScale } from './score-scale.ts'

export interface ChartColours {
  readonly ink: string
  readonly inkSoft: string
  readonly line: string
  readonly panel: string
  readonly okSoft: string
  readonly attentionSoft: string
  readonly dangerSoft: string
  readonly attention: string
  readonly attentionInk: string
  readonly series: readonly string[]
}

export interface TipRow {
  readonly colour: string
  readonly name: string
  readonly value: string
}

/** DOM nodes: Apex would parse a name as HTML. */
export function tip(head: string, rows: readonly TipRow[]): HTMLElement {
  const box = document.createElement('div')
  box.className = 'chart-tip'
  box.append(head)
  for (const { colour, name, value } of rows) {
    const row = box.appendChild(document.createElement('p'))
    const swatch = row.appendChild(document.createElement('i'))
    swatch.style.background = colour
    row.append(name)
    row.appendChild(document.createElement('b')).textContent = value
  }
  return box
}

/** Apex draws grounds above lines. */
function groundsBehind(chart: { readonly el?: HTMLElement }): void {
  const grounds = chart.el?.querySelector('.apexcharts-yaxis-annotations')
  grounds?.parentElement?.prepend(grounds)
}

export function base(type: 'line' | 'donut', height: number, colours: ChartColours): ApexOptions {
  return {
    chart: {
      type,
      height,
      width: '100%',
      parentHeightOffset: 0,
      background: 'transparent',
      fontFamily: 'inherit',
      foreColor: colours.inkSoft,
      toolbar: { show: false },
      zoom: { enabled: false },
      animations: { enabled: false },
      locales: [zh],
      defaultLocale: 'zh-cn',
      events: { mounted: groundsBehind, updated: groundsBehind },
    },
    legend: { show: false },
    states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
  }
}

const FEW = 8

function halved({ min, max, ticks }: ScoreScale): ScoreScale {
  const below = min - (max - min) / ticks
  if (ticks < 4) return { min, max, ticks }
  return ticks % 2 === 1 && below >= 0 ? { min: below, max, ticks: (ticks + 1) / 2 } : { min, max, ticks: 2 }
}

export function lineOptions(model: LineModel, colours: ChartColours): ApexOptions {
  const { series, height, averageLine, unit, isScore, hidesLastValue } = model
  const labels = (series[0]?.points ?? []).map((point) => point.label)
  const alone = labels.length === 1
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []))
  const whole = isScore ? scoreScale(averageLine ? [...values, averageLine.value] : values) : undefined
  const scale = whole && height < 150 ? halved(whole) : whole
  const { min = scale?.min, max = scale?.max } = model
  const last = series[0]?.points.reduce((found, { value }, at) => (value === null ? found : at), -1) ?? -1
  const isMarked = isScore === true && series.length === 1 && last >= 0
  const isNamed = isMarked && !hidesLastValue
  const isBeside = isNamed && !alone
  const lasting = values[values.length - 1] ?? 0
  const lastShare = scale ? (lasting - scale.min) / (scale.max - scale.min) : 0.5
  const isBelow = lastShare > 0.85 || (lastShare > 0.45 && lasting < (values[values.length - 4] ?? values[0] ?? 0))
  const isSparse = isMarked && labels.length > FEW
  const step = Math.floor((labels.length - 1) / 4)
  return {
    ...base('line', height, colours),
    series: series.map(({ name, points }) => ({ name, data: points.map((point) => point.value) })),
    colors: [...colours.series],
    stroke: { width: 2, curve: 'straight' },
    // A large dot with its value.
    markers: {
      size: alone ? 6 : labels.length <= FEW ? 3.5 : 0,
      ...(isMarked && {
        discrete: [
          {
            seriesIndex: 0,
            dataPointIndex: last,
            size: alone ? 6 : 4.5,
            fillColor: colours.series[0] ?? colours.ink,
            strokeColor: colours.panel,
            shape: 'circle',
          },
        ],
      }),
      strokeColors: colours.panel,
      strokeWidth: alone ? 2 : 1.5,
      hover: { sizeOffset: 2 },
    },
    dataLabels: {
      enabled: isNamed || (alone && series.length === 1),
      offsetY: isBeside && isBelow ? 20 : -10,
      ...(isBeside && { offsetX: -6, textAnchor: 'end' }),
      formatter: (value, { dataPointIndex }: { dataPointIndex: number }) =>
        alone ? withUnit(Number(value), unit) : dataPointIndex === last ? formatNumber(Number(value), 1) : '',
      style: { fontSize: '14px', fontWeight: 600, colors: [colours.ink] },
      background: { enabled: false },
    },
    grid: {
      borderColor: colours.line,
      padding: { top: alone ? 8 : -12, right: isBeside ? 16 : 0, bottom: -11, left: 8 },
      xaxis: { lines: { show: false } },
    },
    xaxis: {
      type: 'category',
      categories: isSparse ? labels.map((label, at) => ((labels.length - 1 - at) % step === 0 ? label : '')) : labels,
      tickAmount: isSparse ? labels.length + 1 : labels.length > FEW ? 4 : 'dataPoints',
      axisBorder: { color: colours.line },
      axisTicks: { show: false },
      tooltip: { enabled: false },
      crosshairs: { stroke: { color: colours.inkSoft, dashArray: 0 } },
      labels: { rotate: 0, hideOverlappingLabels: true, style: { fontSize: '12px' } },
    },
    yaxis: {
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      tickAmount: model.min === undefined && scale ? scale.ticks : height < 150 ? 2 : 4,
      labels: { formatter: (value) => formatNumber(value, 1), style: { fontSize: '12px' }, minWidth: 24 },
    },
    annotations: {
      yaxis: [
        ...(isScore ? bandsWithin(min ?? 0, max ?? 100) : []).map(({ from, to, tone }) => ({
          y: from,
          y2: to,
          fillColor: colours[`${tone}Soft`],
          borderColor: 'transparent',
          opacity: 1,
        })),
        ...(averageLine ? [{ y: averageLine.value, borderColor: colours.inkSoft, strokeDashArray: 5 }] : []),
      ],
    },
    tooltip: {
      shared: true,
      intersect: false,
      custom: ({ dataPointIndex }: { dataPointIndex: number }) =>
        tip(
          labels[dataPointIndex] ?? '',
          series.map(({ name, points }, at) => ({
            colour: colours.series[at % colours.series.length] ?? colours.ink,
            name,
            value: withUnit(points[dataPointIndex]?.value ?? null, unit),
          })),
        ),
    },
  }
}

/** `colours.series`: order of `parts`. */
export function donutOptions(
  parts: readonly Slice[],
  height: number,
  unit: string | undefined,
  colours: ChartColours,
): ApexOptions {
  return {
    ...base('donut', height, colours),
    series: parts.map((slice) => slice.value),
    labels: parts.map((slice) => slice.name),
    colors: [...colours.series],
    stroke: { width: parts.length > 1 ? 2 : 0, colors: [colours.panel] },
    dataLabels: { enabled: false },
    plotOptions: { pie: { expandOnClick: false, donut: { size: '68%' } } },
    grid: { padding: { top: -4, bottom: -8, left: -4, right: -4 } },
    tooltip: {
      fillSeriesColor: false,
      custom: ({ seriesIndex }: { seriesIndex: number }) => {
        const slice = parts[seriesIndex] ?? { name: '', value: 0 }
        const share = `${formatNumber(shareOf(slice.value, parts), 1)}%`
        const colour = colours.series[seriesIndex] ?? colours.ink
        return tip(`${slice.name}: ${withUnit(slice.value, unit)}`, [{ colour, name: '占比', value: share }])
      },
    },
  }
}
