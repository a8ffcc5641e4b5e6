import { describe, expect, test } from 'vitest'
import { cssVariables, dark, light, type Palette } from './tone.ts'

const linear = (hex: string): number[] =>
  [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })

const weigh = (weights: number[], rgb: number[]): number => weights.reduce((sum, w, at) => sum + w * (rgb[at] ?? 0), 0)

const luminance = (hex: string): number => weigh([0.2126, 0.7152, 0.0722], linear(hex))

/** WCAG 2 contrast ratio, 1 to 21. */
function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

// Machado, Oliveira and Fernandes 2009, severity 1.
const eyes: Record<string, number[][]> = {
  'every colour': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red cones': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green cones': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue cones': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** OKLab colour with simulated colour blindness. */
function seen(hex: string, eye: number[][]): number[] {
  const rgb = eye.map((row) => Math.min(1, Math.max(0, weigh(row, linear(hex)))))
  const lms = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ].map((row) => Math.cbrt(weigh(row, rgb)))
  return [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ].map((row) => weigh(row, lms))
}

function nearest(colours: readonly string[], eye: number[][]): number {
  const points = colours.map((hex) => seen(hex, eye))
  let least = Number.POSITIVE_INFINITY
  points.forEach((a, i) =>
    points.slice(0, i).forEach((b) => {
      least = Math.min(least, Math.hypot(...a.map((v, at) => v - (b[at] ?? 0))))
    }),
  )
  return least
}

const themes: [string, Palette][] = [
  ['light', light],
  ['dark', dark],
]

describe.each(themes)('in the %s theme', (_, { ground, tone, chart }) => {
  test.each(['surface', 'panel', 'sunk'] as const)('text on %s meets AA', (under) => {
    for (const word of ['ink', 'ink-soft', 'link'] as const) {
      expect(contrast(ground[word], ground[under])).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('text on actions and on the brand bar meets AA', () => {
    expect(contrast(ground['action-on'], ground.action)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(ground['action-on'], ground['action-hover'])).toBeGreaterThanOrEqual(4.5)
    for (const bar of ['brand', 'brand-raised'] as const) {
      expect(contrast(ground['brand-on'], ground[bar])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(ground['brand-soft'], ground[bar])).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('control borders and the focus ring have enough contrast', () => {
    for (const under of ['surface', 'panel', 'sunk'] as const) {
      expect(contrast(ground['line-strong'], ground[under])).toBeGreaterThanOrEqual(3)
      expect(contrast(ground.focus, ground[under])).toBeGreaterThanOrEqual(3)
    }
  })

  test.each(Object.entries(tone))('a status of tone %s is legible as text and as shape', (_name, colours) => {
    for (const under of [colours.soft, ground.panel, ground.sunk, ground.surface]) {
      expect(contrast(colours.ink, under)).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(colours.on, colours.solid)).toBeGreaterThanOrEqual(4.5)
    for (const under of [ground.panel, colours.soft]) {
      expect(contrast(colours.solid, under)).toBeGreaterThanOrEqual(3)
    }
  })

  test('the eleven series colours contrast with the panel', () => {
    expect(chart).toHaveLength(11)
    for (const hex of chart) expect(contrast(hex, ground.panel)).toBeGreaterThanOrEqual(3)
  })

  test.each(Object.entries(eyes))('the eleven series colours differ for someone with %s', (_name, eye) => {
    expect(nearest(chart, eye)).toBeGreaterThanOrEqual(0.06)
  })
})

test('a theme is a set of custom properties with bare channels', () => {
  const css = cssVariables(light)
  expect(css['--panel']).toBe('255 255 255')
  expect(css['--danger-solid']).toBe('204 31 43')
  expect(css['--chart-11']).toBe('101 62 75')
})
