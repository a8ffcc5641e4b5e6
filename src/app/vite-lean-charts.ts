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
 * Each measure of a text lays it out, at once and alone: two for every label of an axis, two fifths of what a chart costs a
 * weak phone. A label's width is asked for once for all of its shape (digits are equally wide), and the size of a
 * line's letters only where there is a second line.
 */
const MEASURES: readonly { readonly of: RegExp; readonly what: RegExp; readonly instead: string }[] = [
  {
    of: /\/apexcharts\/src\/modules\/Graphics\.js$/,
    what: /export default Graphics/,
    instead: `
      const measure = Graphics.prototype.getTextRects
      const measured = new Map()
      Graphics.prototype.getTextRects = function (text, ...how) {
        const key = [String(text).replace(/\\d/g, '0'), ...how].join('|')
        const known = measured.get(key) ?? measure.call(this, text, ...how)
        // What is not shown has no width.
        if (known.width > 0) measured.set(key, known)
        return { ...known }
      }
      export default Graphics`,
  },
  {
    of: /\/@svgdotjs\/svg\.js\/dist\/svg\.esm\.js$/,
    what: /globals\.window\.getComputedStyle\(this\.node\)\.getPropertyValue\(["']font-size["']\)/,
    instead: 'this.dom.newLined ? $& : 0',
  },
]

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
    transform(code, id) {
      const measure = MEASURES.find(({ of }) => of.test(id))
      if (!measure) return null
      if (!measure.what.test(code)) this.error(`Nothing to spare in ${id}: has it changed?`)
      return { code: code.replace(measure.what, measure.instead), map: null }
    },
  }
}
