import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnv, settings } from '#server/platform/env.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'

const page = readFileSync(join(root, 'docs/configuration.md'), 'utf8')
const rows = [...page.matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \| ([^|]+) \|/gm)].map(([, names = '', said = '']) => ({
  names: [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  defaults: said.split(',').map((word) => word.trim().replaceAll('`', '')),
}))
const told = rows.flatMap(({ names }) => names)
const read = Object.keys(settings.entries).filter((name) => !/^FOOTER_\w+_URL$/.test(name))

describe('the configuration page', () => {
  test('lists every setting once, and only settings that are read', () => {
    expect(told.toSorted()).toEqual(read.toSorted())
  })

  test('lists the actual defaults', () => {
    const { entries } = settings
    const wrong = rows.flatMap(({ names, defaults }) =>
      names.flatMap((name, at) => {
        const given: unknown = (entries[name as keyof typeof entries] as { default?: unknown }).default
        const word = defaults[at] ?? defaults[0] ?? ''
        const isTold =
          /^(–|examples|Shanghai's|a known one|.* where .*|`?demo.*)/.test(word) ||
          word === String(given || (given === 0 ? 0 : '–'))
        return isTold ? [] : [`${name}: ${word}, not ${String(given)}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})

test('an invalid setting is rejected with its name', () => {
  expect(() => readEnv({ STOP_DELAY_SEC: 'soon' })).toThrow(/^STOP_DELAY_SEC cannot be understood/)
  expect(() => readEnv({ METRICS_TOKEN: 'short' })).toThrow(/^METRICS_TOKEN cannot be understood/)
})
