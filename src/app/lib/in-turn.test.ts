import { expect, test, vi } from 'vitest'
import { inTurn } from './in-turn.ts'

test('pieces are drawn one a task, in the order they were asked for, those asked for in between last', async () => {
  const drawn: string[] = []
  inTurn(() => {
    drawn.push('first')
    inTurn(() => drawn.push('asked for by the first'))
  })
  inTurn(() => drawn.push('second'))
  expect(drawn).toEqual([])
  await vi.waitFor(() => expect(drawn).toEqual(['first', 'second', 'asked for by the first']))
})

test('what is taken back is not drawn, and what follows is', async () => {
  const drawn: string[] = []
  const takeBack = inTurn(() => drawn.push('taken back'))
  inTurn(() => drawn.push('kept'))
  takeBack()
  await vi.waitFor(() => expect(drawn).toContain('kept'))
  expect(drawn).toEqual(['kept'])
})
