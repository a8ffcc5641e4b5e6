import { html } from 'hono/html'
import type { FaultKind } from '#contract/fault.rules.ts'
import { addDays, shanghaiDay, toWireTime } from '#contract/time.ts'
import type { Deps } from '../platform/deps.ts'
import { VERSION } from '../platform/version.ts'
import { faultBuilds, type FaultOrder, type ListedFault, listFaults } from './fault.store.ts'
import { DEVICE_WORDS, filters, type Html, layout } from './ops-layout.ts'

const TREND_DAYS = 14
const BAR = { step: 7, width: 5, height: 24 }

export const HIDE_PATH = '/ops/faults/hide'

const KINDS: Readonly<Record<FaultKind, string>> = {
  error: '脚本错误',
  rejection: '异步错误',
  render: '界面渲染失败',
  chunk: '文件加载失败',
  start: '启动失败',
  storage: '本机存储故障',
  worker: '后台服务故障',
}

function trend(perDay: ReadonlyMap<string, number>, today: string): Html {
  const days = Array.from({ length: TREND_DAYS }, (_, at) => addDays(today, at + 1 - TREND_DAYS))
  const counts = days.map((day) => perDay.get(day) ?? 0)
  const most = Math.max(1, ...counts)
  const says = `${TREND_DAYS} 天内每天：${counts.join('、')} 次`
  const bars = counts.map((count, at) => {
    const height = count === 0 ? 1 : Math.max(2, (count / most) * BAR.height)
    return html`<rect
      class="${count === 0 ? 'zero' : ''}"
      x="${at * BAR.step}"
      y="${BAR.height - height}"
      width="${BAR.width}"
      height="${height}"
    />`
  })
  return html`<svg
    class="trend"
    width="${TREND_DAYS * BAR.step}"
    height="${BAR.height}"
    role="img"
    aria-label="${says}"
  >
    <title>${says}</title>
    ${bars}
  </svg>`
}

const lines = (values: readonly string[]): Html =>
  html`<ul class="plain">
    ${values.map((value) => html`<li><code>${value}</code></li>`)}
  </ul>`

const frames = ({ frames: all }: ListedFault): Html | '' =>
  all.length > 1
    ? html`<details>
        <summary>调用位置</summary>
        <pre><code>${all.join('\n')}</code></pre>
      </details>`
    : ''

const hideForm = ({ fingerprint, hiddenIn }: ListedFault): Html => {
  const isHidden = hiddenIn === VERSION
  return html`<form method="post" action="${HIDE_PATH}">
    <input type="hidden" name="fault" value="${fingerprint}" />
    <input type="hidden" name="hidden" value="${isHidden ? '0' : '1'}" /><button>
      ${isHidden ? '恢复显示' : '已知'}
    </button>
  </form>`
}

const row = (fault: ListedFault, today: string): Html =>
  html`<tr>
    <td>
      <p class="what"><span class="kind">${KINDS[fault.kind]}</span> ${fault.name} ${fault.message}</p>
      <p class="place">${fault.place || '位置未知'}</p>
      ${frames(fault)}
    </td>
    <td data-name="次数" class="num">${fault.count}</td>
    <td data-name="近 ${TREND_DAYS} 天">${trend(fault.perDay, today)}</td>
    <td data-name="最近" class="time">${toWireTime(fault.lastSeenAt)}</td>
    <td data-name="首次" class="time">${toWireTime(fault.firstSeenAt)}</td>
    <td data-name="页面">${lines(fault.routes.map((route) => (route === '/*' ? '其他' : route)))}</td>
    <td data-name="设备">
      ${fault.devices.map((device) => DEVICE_WORDS[device as keyof typeof DEVICE_WORDS] ?? device).join('、')}
    </td>
    <td data-name="版本">${lines(fault.builds)}</td>
    <td>${hideForm(fault)}</td>
  </tr>`

const table = (faults: readonly ListedFault[], today: string): Html =>
  html`<table>
    <thead>
      <tr>
        <th scope="col">故障</th>
        <th scope="col" class="num">次数</th>
        <th scope="col">近 ${TREND_DAYS} 天</th>
        <th scope="col">最近</th>
        <th scope="col">首次</th>
        <th scope="col">页面</th>
        <th scope="col">设备</th>
        <th scope="col">版本</th>
        <th scope="col">操作</th>
      </tr>
    </thead>
    <tbody>
      ${faults.map((fault) => row(fault, today))}
    </tbody>
  </table>`

export async function faultPage({ db, now }: Deps, asked: (name: string) => string | undefined) {
  const today = shanghaiDay(now())
  const builds = await faultBuilds(db)
  const build = builds.find((one) => one === asked('build')) ?? ''
  const order: FaultOrder = asked('order') === 'count' ? 'count' : 'last'
  const isAll = asked('shown') === 'all'
  const faults = await listFaults(db, {
    order,
    build: build || null,
    hiddenIn: isAll ? null : VERSION,
    since: addDays(today, 1 - TREND_DAYS),
  })
  const lead =
    '页面和后台服务自动上报的故障，按代码位置归组，不含个人信息。标为“已知”的故障在服务器升级到下一版本前不再列出。'
  return layout('faults', lead, [
    filters([
      {
        name: 'order',
        label: '排序',
        value: order,
        options: [
          ['last', '最近发生'],
          ['count', '次数最多'],
        ],
      },
      {
        name: 'build',
        label: '版本',
        value: build,
        options: [['', '全部版本'], ...builds.map((one) => [one, one] as const)],
      },
      {
        name: 'shown',
        label: '范围',
        value: isAll ? 'all' : '',
        options: [
          ['', '不含已知'],
          ['all', '全部'],
        ],
      },
    ]),
    faults.length === 0 ? html`<p class="none">暂无故障</p>` : table(faults, today),
  ])
}
