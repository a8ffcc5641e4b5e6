import { expect, test } from 'vitest'
import { bucketAt, bucketsOf, figuresOf } from './visit-figures.rules.ts'

const counts = (measure: 'lcp' | 'shift', values: readonly number[]) =>
  Array.from(
    { length: bucketsOf(measure) },
    (_, at) => values.filter((value) => bucketAt(measure, value) === at).length,
  )

test('a value at the end of a bucket is in it', () => {
  expect([bucketAt('lcp', 500), bucketAt('lcp', 501), bucketAt('lcp', 1e6)]).toEqual([0, 1, 10])
  expect([bucketAt('unsent', 0), bucketAt('unsent', 1)]).toEqual([0, 1])
})

test('the 75th percentile is interpolated, and the shares split at the limits of good and poor', () => {
  const found = figuresOf('lcp', counts('lcp', [400, 2500, 2600, 9000]))
  expect(found).toEqual({ visits: 4, p75: 3000, isBeyond: false, good: 0.5, middling: 0.25, poor: 0.25 })
  expect(figuresOf('shift', counts('shift', [0, 0, 0, 0]))).toMatchObject({ p75: 0, good: 1, poor: 0 })
})

test('beyond the last bound only the bound is known; without visits there are no figures', () => {
  expect(figuresOf('lcp', counts('lcp', [30_000, 40_000]))).toMatchObject({ p75: 20_000, isBeyond: true, poor: 1 })
  expect(figuresOf('lcp', [])).toBeNull()
})
