import { expect, test } from 'vitest'
import { startOf, newestStreak, type Streak } from './streak.rules.ts'

const PIPE = { apiId: 17, height: 30, pastHeights: [] }
const LOW = 0.01
const FINE = 0.3

/** Null: no pressure. */
const readings = (...all: readonly (readonly [number, number | null])[]) =>
  all.map(([at, pressure]) => ({ at, measures: pressure === null ? { power: 80 } : { pressure } }))

test.each<[string, ReturnType<typeof readings>, Streak | undefined]>([
  ['nothing was read', [], undefined],
  ['nothing was said of it', readings([5, null], [4, null]), undefined],
  ['one says so', readings([5, LOW]), { active: true, from: 5, brokenAt: null }],
  ['all say so', readings([5, LOW], [4, LOW], [3, LOW]), { active: true, from: 3, brokenAt: null }],
  [
    'one in between is silent',
    readings([5, null], [4, LOW], [3, null], [2, LOW]),
    { active: true, from: 2, brokenAt: null },
  ],
  [
    'an older one says otherwise',
    readings([5, LOW], [4, LOW], [3, FINE], [2, LOW]),
    { active: true, from: 4, brokenAt: 3 },
  ],
  ['it is over', readings([5, FINE], [4, FINE], [3, LOW], [2, FINE]), { active: false, from: 4, brokenAt: 3 }],
])('the newest streak if %s', (_, newestFirst, run) => {
  expect(newestStreak(PIPE, 'pressure-low', newestFirst)).toEqual(run)
})

const run = (from: number, brokenAt: number | null): Streak => ({ active: true, from, brokenAt })
const BELIEVED = { createdAt: 20, interval: 10 }

test.each<[string, Streak | undefined, number | undefined, number]>([
  ['no reading shows it, and it was known', undefined, 30, 30],
  ['no reading shows it, and nothing was known: the registration', undefined, undefined, 20],
  ['none shows otherwise: the registration', run(50, null), undefined, 20],
  ['none shows otherwise, and it began before the registration', run(15, null), undefined, 15],
  ['the one before shows otherwise', run(50, 40), undefined, 50],
  ['the point was silent before it: the last that shows otherwise', run(50, 39), undefined, 39],
  ['it was silent since before its registration', run(50, 5), undefined, 20],
  ['it was silent, all before its registration', run(18, 5), undefined, 18],
  ['it was known from before what is read back', run(50, null), 30, 30],
  ['a late reading shows that it began earlier than known', run(50, null), 60, 50],
  ['a late reading shows that it began earlier, after another that shows otherwise', run(50, 40), 60, 50],
  ['a late reading breaks what was known', run(50, 40), 30, 50],
  ['a late reading breaks it at the very moment known', run(50, 40), 40, 50],
  ['a late reading fills the silence that it was known from', run(45, 39), 39, 45],
])('its beginning if %s', (_, found, known, since) => {
  expect(startOf(found, known, BELIEVED)).toBe(since)
})
