import { expect, it } from 'vitest'
import { place, skip, spotOf, startPlacing, undo } from './placing.rules.ts'

const points = ['a', 'b', 'c'].map((id) => ({ id, x: id === 'b' ? 0.5 : null, y: id === 'b' ? 0.5 : null }))
const AT = { x: 0.1, y: 0.2 }

it('names the unplaced points in order, one tap each, until all are placed', () => {
  let now = startPlacing(points)
  expect(now.current).toBe('a')
  now = place(now, points, 'a', AT)
  expect(now.current).toBe('c')
  now = place(now, points, 'c', AT)
  expect([now.current, [...now.drafts.keys()]]).toEqual([undefined, ['a', 'c']])
})

it('comes back to a skipped point', () => {
  const skipped = skip(startPlacing(points), points)
  expect(skipped.current).toBe('c')
  expect(place(skipped, points, 'c', AT).current).toBe('a')
})

it('undoes each change, and names its point again', () => {
  const moved = place(place(startPlacing(points), points, 'a', AT), points, 'a', { x: 1, y: 1 })
  const back = undo(moved)
  expect([back.current, back.drafts.get('a')]).toEqual(['a', AT])
  const empty = undo(back)
  expect([empty.current, empty.drafts.size, undo(empty)]).toEqual(['a', 0, empty])
})

it('moves a dragged point without leaving the named one', () => {
  const dragged = place(startPlacing(points), points, 'b', AT)
  expect([dragged.current, dragged.drafts.get('b')]).toEqual(['a', AT])
})

it('continues an interrupted placing, without points of other floors', () => {
  const kept = startPlacing(points, [
    ['a', AT],
    ['gone', AT],
    ['b', null],
  ])
  expect([kept.current, [...kept.drafts.keys()]]).toEqual(['b', ['a', 'b']])
})

it('puts a draft before the saved place, also one that takes the point off', () => {
  const saved = { id: 'b', x: 0.5, y: 0.5 }
  expect([spotOf(saved, new Map()), spotOf({ ...saved, x: null, y: null }, new Map())]).toEqual([
    { x: 0.5, y: 0.5 },
    null,
  ])
  expect([AT, null].map((draft) => spotOf(saved, new Map([['b', draft]])))).toEqual([AT, null])
})
