import { html } from 'hono/html'
import { addDays, shanghaiDay } from '#contract/time.ts'
import { MEASURE_SCALES, type VisitMeasure, OTHER_ROUTE, type StreamMode } from '#contract/visit.rules.ts'
import type { Deps } from '../platform/deps.ts'
import { DEVICE_WORDS, filters, type Html, layout } from './ops-layout.ts'
import { figuresOf } from '#contract/visit-figures.rules.ts'
import { readVisits, type VisitGroup, visitedBuilds } from './visit.store.ts'

const DAYS = ['1', '7', '30', '90'] as const
const DEFAULT_DAYS = '7'
const BAR_PX = 96

const TITLES: Readonly<Record<VisitMeasure, string>> = {
  lcp: '主要内容显示',
  figure: '首个数据显示',
  inp: '操作响应',
  shift: '布局偏移',
  unsent: '最早未提交',
}
const SHOWN: readonly VisitMeasure[] = ['lcp', 'figure', 'inp', 'shift', 'unsent']
const RATINGS = { good: '良好', middling: '待改进', poor: '较差' } as const

function duration(sec: number): string {
  if (sec < 60) return `${Math.round(sec)} 秒`
  if (sec < 3600) return `${Math.round(sec / 60)} 分钟`
  return sec < 86_400 ? `${Math.round(sec / 3600)} 小时` : `${Math.round(sec / 86_400)} 天`
}

function valueText(measure: VisitMeasure, value: number): string {
  if (measure === 'shift') return value.toFixed(2)
  if (measure === 'unsent') return value < 1 ? '无' : duration(value)
  return value < 1000 ? `${Math.round(value)} 毫秒` : `${(value / 1000).toFixed(1)} 秒`
}

const percent = (share: number) => `${Math.round(share * 100)}%`

function figure(measure: VisitMeasure, counts: readonly number[] | undefined): Html {
  const found = figuresOf(measure, counts ?? [])
  if (!found) return html`<span class="muted">–</span>`
  const { good, poor } = MEASURE_SCALES[measure]
  const rating = found.p75 <= good ? 'good' : found.p75 <= poor && !found.isBeyond ? 'middling' : 'poor'
  const parts = (['good', 'middling', 'poor'] as const).map((name) => ({ name, share: found[name] }))
  const says = parts.map(({ name, share }) => `${RATINGS[name]} ${percent(share)}`).join('，')
  let at = 0
  const bars = parts.map(({ name, share }) => {
    const x = at
    at += share * BAR_PX
    return html`<rect class="${name}" x="${x}" y="0" width="${share * BAR_PX}" height="6" />`
  })
  return html`<span
    ><span class="figure r-${rating}">${found.isBeyond ? '超过 ' : ''}${valueText(measure, found.p75)}</span>
    <span class="r-${rating}">${RATINGS[rating]}</span>
    <svg class="bar" width="${BAR_PX}" height="6" role="img" aria-label="${says}">
      <title>${says}</title>
      ${bars}
    </svg></span
  >`
}

const add = (a: readonly number[], b: readonly number[] = []) =>
  a.length === 0 ? b : a.map((count, at) => count + (b[at] ?? 0))

const countsOf = (groups: readonly VisitGroup[], measure: VisitMeasure) =>
  groups.reduce<readonly number[]>((sum, { measures }) => add(sum, measures[measure]), [])

const visitsIn = ({ streams }: VisitGroup) => Object.values(streams).reduce((sum, count) => sum + count, 0)

function streamText(groups: readonly VisitGroup[]): string {
  const of = (mode: StreamMode) => groups.reduce((sum, { streams }) => sum + streams[mode], 0)
  const all = groups.reduce((sum, group) => sum + visitsIn(group), 0)
  const cut = of('cut') > 0 ? `，断开 ${percent(of('cut') / all)}` : ''
  return `${percent(of('live') / all)}${cut}`
}

const tiles = (groups: readonly VisitGroup[], visits: number): Html =>
  html`<dl class="tiles">
    <div>
      <dt>抽样访问</dt>
      <dd><span class="figure">${visits}</span></dd>
    </div>
    ${SHOWN.map(
      (measure) =>
        html`<div>
          <dt>${TITLES[measure]}</dt>
          <dd>${figure(measure, countsOf(groups, measure))}</dd>
        </div>`,
    )}
    <div>
      <dt>离开时实时连接正常</dt>
      <dd><span class="figure">${streamText(groups)}</span></dd>
    </div>
  </dl>`

const row = (group: VisitGroup): Html =>
  html`<tr>
    <td data-name="页面"><code>${group.route === OTHER_ROUTE ? '其他页面' : group.route}</code></td>
    <td data-name="设备">${DEVICE_WORDS[group.device]}</td>
    <td data-name="访问次数" class="num">${visitsIn(group)}</td>
    ${SHOWN.map((measure) => html`<td data-name="${TITLES[measure]}">${figure(measure, group.measures[measure])}</td>`)}
    <td data-name="实时连接">${streamText([group])}</td>
  </tr>`

const table = (groups: readonly VisitGroup[]): Html =>
  html`<table>
    <thead>
      <tr>
        <th scope="col">页面</th>
        <th scope="col">设备</th>
        <th scope="col" class="num">访问次数</th>
        ${SHOWN.map((measure) => html`<th scope="col">${TITLES[measure]}</th>`)}
        <th scope="col">实时连接</th>
      </tr>
    </thead>
    <tbody>
      ${groups.toSorted((a, b) => visitsIn(b) - visitsIn(a)).map(row)}
    </tbody>
  </table>`

export async function visitPage({ db, now, settings }: Deps, asked: (name: string) => string | undefined) {
  const days = DAYS.find((one) => one === asked('days')) ?? DEFAULT_DAYS
  const from = addDays(shanghaiDay(now()), 1 - Number(days))
  const builds = await visitedBuilds(db, from)
  const build = builds.find((one) => one === asked('build')) ?? ''
  const groups = await readVisits(db, from, build || null)
  const visits = groups.reduce((sum, group) => sum + visitsIn(group), 0)
  const { visitSample = 0 } = settings
  const sampling = visitSample > 0 ? `抽样比例 ${percent(visitSample)}` : '抽样已关闭（VISIT_SAMPLE 为 0）'
  const lead = `真实访问的 75 分位值：四分之三的访问不超过该值。${sampling}，只统计已登录的访问，按访问的第一个页面归类。`
  return layout('visits', lead, [
    filters([
      {
        name: 'days',
        label: '时间',
        value: days,
        options: DAYS.map((one) => [one, one === '1' ? '今天' : `最近 ${one} 天`]),
      },
      {
        name: 'build',
        label: '版本',
        value: build,
        options: [['', '全部版本'], ...builds.map((one) => [one, one] as const)],
      },
    ]),
    visits === 0 ? html`<p class="none">暂无访问数据</p>` : html`${tiles(groups, visits)}${table(groups)}`,
  ])
}
