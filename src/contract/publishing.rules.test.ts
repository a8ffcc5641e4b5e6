import { expect, test } from 'vitest'
import {
  isDocument,
  isNotice,
  isNotification,
  isQuestion,
  missingOf,
  PUBLISHING_RULES,
  type PublishingAct,
} from './publishing.rules.ts'

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
])('%s of kind %i is allowed in these states: %j', (act, kind, states) => {
  expect(allowed(act, kind)).toEqual(states)
})

test.each([
  [0, { hasWords: false, url: '', audience: null }, { bodyHtml: '请输入正文' }],
  [0, { hasWords: true, url: '', audience: null }, {}],
  [4, { hasWords: false, url: '', audience: null }, { url: '请输入链接' }],
  [4, { hasWords: false, url: '/portal', audience: null }, {}],
  [5, { hasWords: false, url: '', audience: null }, { bodyHtml: '请输入正文', audience: '请选择接收对象' }],
  [5, { hasWords: true, url: '', audience: null }, { audience: '请选择接收对象' }],
  [5, { hasWords: true, url: '', audience: { roles: [], unitIds: [] } }, { audience: '请选择接收对象' }],
  [5, { hasWords: true, url: '', audience: { roles: ['unit'], unitIds: [] } }, {}],
  [5, { hasWords: true, url: '', audience: { roles: [], unitIds: [7] } }, {}],
] as const)('kind %i requires its fields before it is published', (kind, written, missing) => {
  expect(missingOf(kind, written)).toEqual(missing)
})

test.each([
  ['isDocument', isDocument, [0, 1, 2]],
  ['isQuestion', isQuestion, [3]],
  ['isNotice', isNotice, [4]],
  ['isNotification', isNotification, [5]],
] as const)('%s applies to its own kinds only', (_name, is, kinds) => {
  expect([0, 1, 2, 3, 4, 5].filter(is)).toEqual(kinds)
})

test('each action has a message for its rejection', () => {
  expect(Object.values(PUBLISHING_RULES).map(({ otherwise }) => otherwise)).toEqual([
    '已发送的通知不能修改，请先撤回',
    '该内容已发布，请刷新后再试',
    '该内容未发布，无需撤回',
    '该栏目按时间排列，不能置顶',
    '发布过的内容只能撤回，不能删除',
  ])
})
