import type { Tone } from '#contract/dict/define-dict.ts'

export type { Tone }

/** `on`: text on `solid`. */
export interface ToneColours {
  readonly solid: string
  readonly ink: string
  readonly soft: string
  readonly on: string
}

/** `#rrggbb`. */
export interface Palette {
  readonly ground: Readonly<Record<GroundName, string>>
  readonly tone: Readonly<Record<Exclude<Tone, 'fire' | 'dismissed' | 'late'>, ToneColours>>
  /** Without hue; neighbours differ most. */
  readonly chart: readonly string[]
}

export type GroundName =
  | 'surface'
  | 'panel'
  | 'sunk'
  | 'ink'
  | 'ink-soft'
  | 'line'
  | 'line-strong'
  | 'link'
  | 'action'
  | 'action-hover'
  | 'action-on'
  | 'brand'
  | 'brand-raised'
  | 'brand-on'
  | 'brand-soft'
  | 'fire'
  /** Only an alarm that needs a person now. */
  | 'fire-ground'
  | 'fire-on'
  /** Paler than any mark. */
  | 'map-ok'
  | 'map-attention'
  | 'map-danger'
  | 'focus'
  | 'veil'

export const light: Palette = {
  ground: {
    surface: '#eef1f5',
    panel: '#ffffff',
    sunk: '#f5f7fa',
    ink: '#13202e',
    'ink-soft': '#4a5b6d',
    line: '#d8dfe7',
    'line-strong': '#78899b',
    link: '#17529c',
    action: '#173f70',
    'action-hover': '#0f2f57',
    'action-on': '#ffffff',
    brand: '#0b2545',
    'brand-raised': '#1a3a63',
    'brand-on': '#ffffff',
    'brand-soft': '#b9c8db',
    fire: '#ce2029',
    'fire-ground': '#cc1f2b',
    'fire-on': '#ffffff',
    'map-ok': '#dcebe4',
    'map-attention': '#f7e3b5',
    'map-danger': '#f3cfc9',
    focus: '#1f6fd1',
    veil: '#0a1420',
  },
  tone: {
    ok: { solid: '#177f47', ink: '#0d6637', soft: '#e0f2e8', on: '#ffffff' },
    attention: { solid: '#c07800', ink: '#834d00', soft: '#fdf0d5', on: '#1a1000' },
    danger: { solid: '#cc1f2b', ink: '#ad1420', soft: '#fde8e8', on: '#ffffff' },
    working: { solid: '#1f6fd1', ink: '#1557a8', soft: '#e2edfb', on: '#ffffff' },
    idle: { solid: '#94785a', ink: '#685136', soft: '#f2ebe1', on: '#140d05' },
    unknown: { solid: '#6b7885', ink: '#515d6a', soft: '#e9edf1', on: '#ffffff' },
  },
  chart: [
    '#1f5fae',
    '#c2571a',
    '#12827c',
    '#a080f0',
    '#a39528',
    '#1c4006',
    '#c460a7',
    '#36537d',
    '#739a6d',
    '#4f217c',
    '#653e4b',
  ],
}

export const dark: Palette = {
  ground: {
    surface: '#0b121a',
    panel: '#141d28',
    sunk: '#0f1721',
    ink: '#e7edf4',
    'ink-soft': '#a2b1c1',
    line: '#2a3746',
    'line-strong': '#6c7e91',
    link: '#8dbdf5',
    action: '#3a74bb',
    'action-hover': '#2f64a5',
    'action-on': '#ffffff',
    brand: '#0a1c33',
    'brand-raised': '#1a3455',
    'brand-on': '#ffffff',
    'brand-soft': '#a9bad0',
    fire: '#e5383f',
    'fire-ground': '#d3323c',
    'fire-on': '#ffffff',
    'map-ok': '#21483e',
    'map-attention': '#4d3d18',
    'map-danger': '#54272b',
    focus: '#8dbdf5',
    veil: '#000000',
  },
  tone: {
    ok: { solid: '#34b36d', ink: '#62d597', soft: '#12301f', on: '#04140b' },
    attention: { solid: '#e3a11d', ink: '#f2c262', soft: '#35280d', on: '#1a1000' },
    danger: { solid: '#f0525a', ink: '#ff9497', soft: '#3d1719', on: '#1c0305' },
    working: { solid: '#4f9cf0', ink: '#8bc0f9', soft: '#112a48', on: '#03111f' },
    idle: { solid: '#b3966f', ink: '#d4ba92', soft: '#2d2519', on: '#140d05' },
    unknown: { solid: '#8593a1', ink: '#adb9c5', soft: '#222c37', on: '#0a0e12' },
  },
  chart: [
    '#6ea8ec',
    '#e5843a',
    '#9cfce4',
    '#8075f9',
    '#d7d83d',
    '#b98698',
    '#4066b7',
    '#efa8a2',
    '#bb5a12',
    '#70d6f7',
    '#8f6070',
  ],
}

/** Space-separated, so that utilities can add alpha. */
function channels(hex: string): string {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(' ')
}

export function cssVariables(palette: Palette): Record<string, string> {
  const out: Record<string, string> = {}
  for (const [name, hex] of Object.entries(palette.ground)) out[`--${name}`] = channels(hex)
  for (const [tone, colours] of Object.entries(palette.tone)) {
    for (const [part, hex] of Object.entries(colours)) out[`--${tone}-${part}`] = channels(String(hex))
  }
  palette.chart.forEach((hex, at) => (out[`--chart-${at + 1}`] = channels(hex)))
  return out
}
