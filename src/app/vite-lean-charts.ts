import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const home = dirname(dirname(createRequire(import.meta.url).resolve('apexcharts')))

/** Parts of ApexCharts that no chart of ours uses: it draws lines and rings, with neither toolbar, zoom nor legend. */
const UNUSED =
  /\/apexcharts\/src\/(charts\/(Bar|BarStacked|BoxCandleStick|HeatMap|Radar|Radial|RangeBar|Treemap)|modules\/(Exports|Filters|TimeScale|Toolbar|ZoomPanSelection|legend\/Legend))\.js$/
/** What is still asked of them: a hovered part goes through the filters, which change nothing. */
const NOTHING = `export default class {
  legendHelpers = {}
  init() {}
  destroy() {}
  applyFilter() {}
  getDefaultFilter() {}
  setSelectionFilter() {}
}`
/** What stands under these alone, or under movements; icons; and the styles, which our content security policy refuses. */
const UNDER_UNUSED =
  /^@svgdotjs\/svg\.(draggable|filter|select|resize)\.js$|\/svg\.pathmorphing\.js$|\/assets\/[\w-]+\.(svg|css)$/
const SVG = /\/@svgdotjs\/svg\.js\/dist\/svg\.esm\.js$/
const EMPTY = '\0lean-charts-empty'

interface Change {
  readonly of: RegExp
  readonly what: RegExp
  readonly instead: string
}

/**
 * Each measure of a text lays it out, at once and alone: two for every label of an axis, two fifths of what a chart costs a
 * weak phone. A label's width is asked for once for all of its shape (digits are equally wide), the size of a line's
 * letters only where there is a second line, and nothing of a legend or a title that isn't there.
 */
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
        // What is not shown has no width.
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

/** What a tooltip is made of, and what it measures, is left until a finger or a mouse comes. */
const TOOLTIP: Change = {
  of: /\/apexcharts\/src\/apexcharts\.js$/,
  what: /me\.w\.globals\.tooltip\.drawTooltip\(graphData\.xyRatios\)/,
  // On the frame that each drawing makes anew: a chart drawn a thousand times unseen waits once.
  instead: `
    const { dom: { elWrap }, tooltip } = me.w.globals
    const comes = ['pointerenter', 'pointermove']
    const draw = () => {
      comes.forEach((name) => elWrap.removeEventListener(name, draw))
      tooltip.drawTooltip(graphData.xyRatios)
    }
    comes.forEach((name) => elWrap.addEventListener(name, draw))`,
}

/** Told after every line of text, heard by nobody. */
const EVENT: Change = {
  of: SVG,
  what: /this\.fire\(["']rebuild["']\);?/,
  instead: '',
}

/** A tap on a ring ends with `mouseup`, as one on a line does: what it says would else be told to a mouse only. */
const TAP: Change = {
  of: /\/apexcharts\/src\/modules\/tooltip\/Tooltip\.js$/,
  what: /(nonAxisChartsTooltips\(\{ e, opt, tooltipRect \}\) \{[^]*?)e\.type === 'mousemove'/,
  instead: "$1e.type === 'mouseup' || e.type === 'mousemove'",
}

const CHANGES = [...MEASURES, TOOLTIP, EVENT, TAP]

/**
 * Builds ApexCharts from its own sources without the parts nobody asks for: a quarter fewer bytes than its bundle, which
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
      const changes = CHANGES.filter(({ of }) => of.test(id))
      for (const { what, instead } of changes) {
        if (!what.test(code)) this.error(`No place for a change in ${id}: has it changed?`)
        code = code.replace(what, instead)
      }
      return changes.length > 0 ? { code, map: null } : null
    },
  }
}
