import { expect, test } from 'vitest'
import { missingOf, PUBLISHING_RULES, type PublishingAct } from './publishing.rules.ts'

const STATES = ['draft', 'published', 'withdrawn']
const allowed = (act: PublishingAct, kind: number) =>
  STATES.filter((_, state) => PUBLISHING_RULES[act].when({ kind, state }))

test.each<[PublishingAct, number, string[]]>([
  ['edit', 0, ['draft', 'published', 'withdrawn']],
  ['edit', 3, ['draft', 'published', 'withdrawn']],
  ['edit', 5, ['draft', 'withdrawn']],
  ['publish', 0, ['draft', 'withdrawn']],
  ['publish', 5, ['draft', 'withdrawn']],
  ['withdraw', 4, ['published']],
  ['withdraw', 5, ['published']],
  ['remove', 1, ['draft']],
  ['pin', 2, STATES],
  ['pin', 3, STATES],
  ['pin', 4, []],
  ['pin', 5, []],
])('%s of kind %i goes in these states: %j', (act, kind, states) => {
  expect(allowed(act, kind)).toEqual(states)
})

test.each([
  [0, { hasWords: false, url: '', audience: null }, ['bodyHtml']],
  [0, { hasWords: true, url: '', audience: null }, []],
  [4, { hasWords: false, url: '', audience: null }, ['url']],
  [4, { hasWords: false, url: '/portal', audience: null }, []],
  [5, { hasWords: false, url: '', audience: null }, ['bodyHtml', 'audience']],
  [5, { hasWords: true, url: '', audience: { roles: [], unitIds: [] } }, ['audience']],
  [5, { hasWords: true, url: '', audience: { roles: ['unit'], unitIds: [] } }, []],
  [5, { hasWords: true, url: '', audience: { roles: [], unitIds: [7] } }, []],
] as const)('what kind %i lacks before it can be published', (kind, written, fields) => {
  expect(Object.keys(missingOf(kind, written))).toEqual(fields)
})
