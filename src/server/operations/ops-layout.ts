import { html, raw } from 'hono/html'
import { VERSION } from '../platform/version.ts'

export type Html = ReturnType<typeof html>

export const STYLE_PATH = '/ops/pages.css'

const PAGES = { faults: '页面故障', visits: '访问体验' } as const
export type OpsPage = keyof typeof PAGES

export const STYLE = `
:root {
  color-scheme: light dark;
  --surface: #eef1f5; --panel: #fff; --ink: #13202e; --soft: #4a5b6d; --line: #d8dfe7; --edge: #78899b; --link: #17529c;
  --action: #173f70; --brand: #0b2545; --good: #177f47; --middling: #c07800; --poor: #cc1f2b;
  --good-ink: #0d6637; --middling-ink: #834d00; --poor-ink: #ad1420;
}
@media (prefers-color-scheme: dark) {
  :root {
    --surface: #0b121a; --panel: #141d28; --ink: #e7edf4; --soft: #a2b1c1; --line: #2a3746; --edge: #6c7e91;
    --link: #8dbdf5; --action: #3a74bb; --brand: #0a1c33; --good: #34b36d; --middling: #e3a11d; --poor: #f0525a;
    --good-ink: #62d597; --middling-ink: #f2c262; --poor-ink: #ff9497;
  }
}
* { box-sizing: border-box }
body {
  margin: 0; background: var(--surface); color: var(--ink); overflow-wrap: anywhere; font-variant-numeric: tabular-nums;
  font: 14px/1.5 "PingFang SC", "HarmonyOS Sans SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", system-ui, sans-serif;
}
a { color: var(--link) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
header { background: var(--brand); color: #fff }
header > div, main { max-width: 1560px; margin: 0 auto; padding: 0 16px }
header > div { display: flex; flex-wrap: wrap; align-items: center; column-gap: 24px }
header p { margin: 0; padding: 12px 0; border-bottom: 3px solid transparent; font-weight: 600 }
header small { margin-left: auto; color: #b9c8db }
nav { display: flex }
nav a { display: block; padding: 12px 14px; color: #b9c8db; text-decoration: none; border-bottom: 3px solid transparent }
nav a[aria-current] { color: #fff; border-color: #fff }
main { padding-top: 16px; padding-bottom: 48px }
h1 { margin: 0; font-size: 20px; line-height: 1.35 }
.lead { margin: 4px 0 16px; color: var(--soft); max-width: 72em }
form.filters { display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-end; margin-bottom: 16px }
label { display: block; color: var(--soft) }
select, button {
  font: inherit; min-height: 44px; padding: 0 12px; border: 1px solid var(--edge); border-radius: 4px;
  background: var(--panel); color: var(--ink); max-width: 100%;
}
label select { display: block; margin-top: 4px; width: 100%; color: var(--ink) }
button { cursor: pointer }
button.main { background: var(--action); border-color: var(--action); color: #fff; padding: 0 20px }
table { width: 100%; border-collapse: collapse; background: var(--panel); border: 1px solid var(--line) }
th, td { padding: 10px 12px; text-align: left; vertical-align: top; border-top: 1px solid var(--line) }
th { color: var(--soft); font-weight: 500; white-space: nowrap }
.num { text-align: right; white-space: nowrap }
.time { white-space: nowrap }
.none { padding: 40px 16px; text-align: center; background: var(--panel); border: 1px solid var(--line); color: var(--soft) }
code, .place { font: 13px/1.5 ui-monospace, Consolas, "Noto Sans Mono CJK SC", monospace }
.place { margin: 2px 0 0; color: var(--soft) }
.what { margin: 0; font-weight: 500 }
.muted { color: var(--soft) }
.kind { color: var(--poor-ink); font-weight: 600 }
details { margin-top: 4px }
summary { color: var(--link); cursor: pointer }
details pre { margin: 4px 0 0; white-space: pre-wrap }
ul.plain { margin: 0; padding: 0; list-style: none }
svg { display: block }
.trend { fill: var(--poor) }
.trend .zero { fill: var(--line) }
.bar { margin-top: 4px }
.good { fill: var(--good) } .middling { fill: var(--middling) } .poor { fill: var(--poor) }
.r-good { color: var(--good-ink) } .r-middling { color: var(--middling-ink) } .r-poor { color: var(--poor-ink) }
.figure { font-weight: 600; white-space: nowrap }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 0 0 16px }
.tiles > div { background: var(--panel); border: 1px solid var(--line); padding: 12px }
.tiles dt { color: var(--soft) }
.tiles dd { margin: 4px 0 0 }
.tiles .figure { font-size: 20px; line-height: 1.35 }
td form { margin: 0 }
@media (pointer: fine) and (min-width: 1024px) {
  select, button { min-height: 34px }
}
@media (max-width: 1099px) {
  table, tbody, tr, td { display: block }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }
  table { background: none; border: 0 }
  tr { background: var(--panel); border: 1px solid var(--line); margin-bottom: 12px; padding: 8px 0 }
  td, td.num { border: 0; padding: 4px 12px; text-align: left }
  td[data-name] { display: grid; grid-template-columns: 7em minmax(0, 1fr); column-gap: 8px }
  td[data-name]::before { content: attr(data-name); color: var(--soft) }
}
@media (min-width: 600px) and (max-width: 1099px) {
  tr { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)) }
  td:not([data-name]):first-child { grid-column: 1 / -1 }
}
@media (max-width: 599px) {
  header small { width: 100%; margin: 0; padding: 4px 0 8px }
  form.filters { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)) }
  button.main { align-self: end }
}
`

export const layout = (page: OpsPage, lead: string, content: Html | Html[]): Html =>
  html`<!doctype html>
    <html lang="zh-CN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${PAGES[page]} - 消防物联网数据对接平台</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${STYLE_PATH}" />
      </head>
      <body>
        <header>
          <div>
            <p>平台运维</p>
            <nav aria-label="运维页面">
              ${Object.entries(PAGES).map(
                ([name, title]) =>
                  html`<a href="/ops/${name}" ${raw(name === page ? ' aria-current="page"' : '')}>${title}</a>`,
              )}
            </nav>
            <small>当前版本 ${VERSION}</small>
          </div>
        </header>
        <main>
          <h1>${PAGES[page]}</h1>
          <p class="lead">${lead}</p>
          ${content}
        </main>
      </body>
    </html> `

export interface Choice {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
}

export const filters = (choices: readonly Choice[]): Html =>
  html`<form class="filters" method="get">
    ${choices.map(
      ({ name, label, value, options }) =>
        html`<label
          >${label}<select name="${name}">
            ${options.map(
              ([option, text]) =>
                html`<option value="${option}" ${raw(option === value ? ' selected' : '')}>${text}</option>`,
            )}
          </select></label
        >`,
    )}
    <button class="main">查询</button>
  </form>`

export const DEVICE_WORDS = { phone: '手机', tablet: '平板', desktop: '电脑' } as const
