import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import postcss, { type AcceptedPlugin } from 'postcss'
import { beforeAll, describe, expect, test } from 'vitest'

interface PostcssConfig {
  readonly default: { readonly plugins: AcceptedPlugin[] }
  readonly withoutGroups: (selectors: string) => string
}

const root = new URL('../../', import.meta.url)
let config: PostcssConfig
let css = ''

beforeAll(async () => {
  config = (await import(new URL('postcss.config.js', root).href)) as PostcssConfig
  const from = fileURLToPath(new URL('src/app/styles.css', root))
  const parts = (await readFile(from, 'utf8')).matchAll(/@import '(.+)'/g)
  const files = Array.from(parts, ([, part = '']) => readFile(new URL(part, `file://${from}`), 'utf8'))
  css = (await postcss(config.default.plugins).process((await Promise.all(files)).join('\n'), { from })).css
})

describe('a selector without :where() and :is() matches the same elements', () => {
  test.each([
    ["input:where([type='button']), a", "input[type='button'], a"],
    ['a:where(.b, .c:is(.d, .e)) > f', 'a.b > f, a.c.d > f, a.c.e > f'],
    [':is(h1, h2) > p', 'h1 > p, h2 > p'],
    ['.x:where(a)', 'a.x'],
    ['a:is(b, .c)', 'a.c'],
    ['.p:not(:is(.a, .b))', '.p:not(.a):not(.b)'],
    [':where(.dark .x) .y', '.dark .x .y'],
  ])('%s', (written, plain) => {
    expect(config.withoutGroups(written)).toBe(plain)
  })

  test('one that requires them stops the build', () => {
    expect(() => config.withoutGroups('.x:where(.a .b)')).toThrow(/:where\(\)/)
  })
})

test.each([':where(', ':is(', ':has(', 'aspect-ratio', 'dvh', '@layer', '@container', 'oklch(', 'color-mix('])(
  'our styles contain no %s, which Chromium 86 lacks',
  (feature) => {
    expect(css).not.toContain(feature)
  },
)

test('buttons have no system appearance', () => {
  expect(css).toMatch(/button,\s*input\[type='button'\]/)
})

test('both themes exist, and prints are light', () => {
  expect(css).toContain('--panel: 255 255 255')
  expect(css).toContain('@media screen and (prefers-color-scheme: dark)')
})

test('rules for a maximum width alone are in the styles', () => {
  expect(css).toMatch(/@media not all and \(min-width: 640px\) \{\s*\.max-sm/)
})
