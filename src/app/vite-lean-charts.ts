import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const home = dirname(dirname(createRequire(import.meta.url).resolve('apexcharts')))

/** Parts of ApexCharts that no chart of ours uses: it draws lines and rings, with neither toolbar nor zoom. */
const UNUSED =
  /\/apexcharts\/src\/(charts\/(Bar|BarStacked|BoxCandleStick|HeatMap|Radar|Radial|RangeBar|Treemap)|modules\/(Exports|Toolbar|ZoomPanSelection))\.js$/
const NOTHING = 'export default class { destroy() {} }'
/** What only the toolbar and the zoom stand on; icons; and the styles, which our content security policy would refuse. */
const UNDER_UNUSED = /^@svgdotjs\/svg\.(draggable|select|resize)\.js$|\/assets\/[\w-]+\.(svg|css)$/
const EMPTY = '\0lean-charts-empty'

/**
 * Builds ApexCharts from its own sources without the parts nobody asks for: a fifth fewer bytes than its bundle, which
 * a phone fetches and parses before the first line is drawn.
 */
export function leanCharts(): Plugin {
  return {
    name: 'lean-charts',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, from = '') {
      if (id === 'apexcharts') return join(home, 'src/apexcharts.js')
      return from.startsWith(home) && UNDER_UNUSED.test(id) ? EMPTY : null
    },
    load(id) {
      if (id === EMPTY) return "export default ''"
      return UNUSED.test(id) ? NOTHING : null
    },
  }
}
