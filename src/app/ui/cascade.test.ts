import { expect, test } from 'vitest'
import { type CascadeNode, columnsOf, labelsOf, openAtFirst, pathWords } from './cascade.ts'

const tree: CascadeNode[] = [
  {
    value: 'p',
    label: '上海市',
    children: [
      {
        value: 'c',
        label: '市辖区',
        children: [
          { value: 'd1', label: '静安区', children: [{ value: 's1', label: '南京西路街道' }] },
          { value: 'd2', label: '黄浦区', children: [] },
        ],
      },
    ],
  },
]
const values = (columns: readonly (readonly CascadeNode[])[]) => columns.map((column) => column.map((n) => n.value))

test.each([
  [[], [['p']]],
  [['p'], [['p'], ['c']]],
  [
    ['p', 'c', 'd1'],
    [['p'], ['c'], ['d1', 'd2'], ['s1']],
  ],
  [
    ['p', 'c', 'd2'],
    [['p'], ['c'], ['d1', 'd2']],
  ],
  [['gone'], [['p']]],
])('the path %j opens the columns %j', (path, columns) => {
  expect(values(columnsOf(tree, path))).toEqual(columns)
})

test.each([
  [[], []],
  [
    ['p', 'c', 'd1', 's1'],
    ['上海市', '市辖区', '静安区', '南京西路街道'],
  ],
  [
    ['p', 'gone', 'further'],
    ['上海市', 'gone', 'further'],
  ],
])('the path %j is shown as %j', (path, labels) => {
  expect(labelsOf(tree, path)).toEqual(labels)
})

test('a path in one line names a municipality once', () => {
  const city = [
    {
      value: 'p',
      label: '上海市',
      children: [{ value: 'c', label: '上海市', children: [{ value: 'd', label: '静安区' }] }],
    },
  ]
  expect(pathWords(city, ['p', 'c', 'd'])).toBe('上海市 / 静安区')
  expect(pathWords(city, [])).toBe('')
})

test.each([
  [[], ['p', 'c']],
  [
    ['p', 'c', 'd1'],
    ['p', 'c', 'd1'],
  ],
  [
    ['p', 'c', 'd1', 's1'],
    ['p', 'c', 'd1', 's1'],
  ],
])('levels with one option open automatically: %j opens %j', (chosen, open) => {
  expect(openAtFirst(tree, chosen)).toEqual(open)
})

test('an empty tree opens nothing', () => {
  expect(openAtFirst([], [])).toEqual([])
})
