import { describe, expect, test } from 'vitest'
import type { Dict, Tone } from '#contract/dict/define-dict.ts'

const TONES: readonly Tone[] = ['ok', 'attention', 'danger', 'fire', 'working', 'idle', 'unknown', 'dismissed', 'late']
const files = import.meta.glob<Record<string, unknown>>(
  ['../../src/contract/dict/*.ts', '!**/define-dict.ts', '!**/*.test.ts'],
  {
    eager: true,
  },
)

const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && 'codes' in value && 'label' in value
const dicts = Object.entries(files).flatMap(([path, module]) =>
  Object.entries(module).flatMap(([name, dict]) => (isDict(dict) ? [{ path, name, dict }] : [])),
)

test('each file declares dictionaries, each under a name of its own', () => {
  const names = dicts.map(({ name }) => name)
  expect(Object.keys(files).filter((path) => !dicts.some((dict) => dict.path === path))).toEqual([])
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

describe.each(dicts)('$name', ({ dict }) => {
  test('has a Chinese text for each code, all different', () => {
    const labels = dict.codes.map((code) => dict.label(code))
    expect(labels.length).toBeGreaterThan(0)
    expect(labels.filter((label) => !/\p{Script=Han}/u.test(label) || label.trim() !== label)).toEqual([])
    expect(new Set(labels).size).toBe(labels.length)
  })

  test('has a tone for each code, or for none', () => {
    const { entries } = dict
    const toneless = dict.codes.filter((code) => !TONES.includes(entries[code]?.tone as Tone))
    expect([[], dict.codes]).toContainEqual(toneless)
  })

  test('shows an unknown code as it is, in grey, and a missing one as --', () => {
    expect([dict.label('no-such-code'), dict.tone('no-such-code')]).toEqual(['no-such-code', 'unknown'])
    expect([dict.label(null), dict.label(undefined), dict.label('')]).toEqual(['--', '--', '--'])
  })
})
