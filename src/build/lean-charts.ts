import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const home = dirname(dirname(createRequire(import.meta.url).resolve('apexcharts')))

/** No toolbar, zoom or legend. */
const UNUSED =
  /\/apexcharts\/src\/(charts\/(Bar|BarStacked|BoxCandleStick|HeatMap|Radar|Radial|RangeBar|Treemap)|modules\/(Exports|Filters|TimeScale|Toolbar|ZoomPanSelection|legend\/Legend))\.js$/
/** Methods that Apex still calls. */
const NOTHING = `export default class {
  legendHelpers = {}
  init() {}
  destroy() {}
  applyFilter() {}
  getDefaultFilter() {}
  setSelectionFilter() {}
}`
/** Also styles (blocked by the CSP). */
const UNDER_UNUSED =
  /^@svgdotjs\/svg\.(draggable|filter|select|resize)\.js$|\/svg\.pathmorphing\.js$|\/assets\/[\w-]+\.(svg|css)$/
const SVG = /\/@svgdotjs\/svg\.js\/dist\/svg\.esm\.js$/
const EMPTY = '\0lean-charts-empty'

interface Change {
  readonly of: RegExp
  readonly what: RegExp
  readonly instead: string
}

/** Forced layouts: two fifths of a chart's cost on a weak phone. Cached by shape (digits are equally wide). */
const MEASURES: readonly Change[] = [
  {
    of: /\/apexcharts\/src\/modules\/Graphics\.js$/,
    what: /export default Graphics/,
    instead: `
      const measure = Graphics.prototype.getTextRects
      const measured = new Map()
      Graphics.prototype.getTextRects = function (text, ...how) {
        const key = [String(text).replace(/\\d/g, '0'), ...how].join('|')
        const known = measured.get(key) ?? measure.call(this, text, ...how)
        // Hidden text has no width.
        if (known.width > 0) measured.set(key, known)
        return { ...known }
      }
      export default Graphics`,
  },
  {
    of: SVG,
    what: /globals\.window\.getComputedStyle\(this\.node\)\.getPropertyValue\(["']font-size["']\)/,
    instead: 'this.dom.newLined ? $& : 0',
  },
  {
    of: /\/apexcharts\/src\/modules\/dimensions\/Helpers\.js$/,
    what: /Utils\.getBoundingClientRect\(elLegendWrap\)/,
    instead: '{}',
  },
  {
    of: /\/apexcharts\/src\/modules\/axes\/YAxis\.js$/,
    what: /yAxisTitleRotate\(.*\{/,
    instead: '$& if (!this.w.config.yaxis[realIndex].title.text) return',
  },
]

/** On the first pointer event. */
const TOOLTIP: Change = {
  of: /\/apexcharts\/src\/apexcharts\.js$/,
  what: /me\.w\.globals\.tooltip\.drawTooltip\(graphData\.xyRatios\)/,
  // Unseen redraws add no listeners.
  instead: `
    const { dom: { elWrap }, tooltip } = me.w.globals
    const comes = ['pointerenter', 'pointermove']
    const draw = () => {
      comes.forEach((name) => elWrap.removeEventListener(name, draw))
      tooltip.drawTooltip(graphData.xyRatios)
    }
    comes.forEach((name) => elWrap.addEventListener(name, draw))`,
}

/** Per line of text, without listeners. */
const EVENT: Change = {
  of: SVG,
  what: /this\.fire\(["']rebuild["']\);?/,
  instead: '',
}

/** A tap ends with `mouseup`. */
const TAP: Change = {
  of: /\/apexcharts\/src\/modules\/tooltip\/Tooltip\.js$/,
  what: /(nonAxisChartsTooltips\(\{ e, opt, tooltipRect \}\) \{[^]*?)e\.type === 'mousemove'/,
  instead: "$1e.type === 'mouseup' || e.type === 'mousemove'",
}

const CHANGES = [...MEASURES, TOOLTIP, EVENT, TAP]

/** A quarter smaller than Apex's own bundle. */
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
      const changes = CHANGES.filter(({ of }) => of.test(id))
      for (const { what, instead } of changes) {
        if (!what.test(code)) this.error(`No place for a change in ${id}: has it changed?`)
        code = code.replace(what, instead)
      }
      return changes.length > 0 ? { code, map: null } : null
    },
  }
}
