import { expect, test } from 'vitest'
import { queueTask } from './task-queue.ts'

test('pieces are rendered one per task, in the order of their requests, those requested meanwhile last', async () => {
  const drawn: string[] = []
  queueTask(() => {
    drawn.push('first')
    queueTask(() => drawn.push('asked for by the first'))
  })
  queueTask(() => drawn.push('second'))
  expect(drawn).toEqual([])
  await expect.poll(() => drawn).toEqual(['first', 'second', 'asked for by the first'])
})

test('cancelled pieces are not rendered, later ones are', async () => {
  const drawn: string[] = []
  const takeBack = queueTask(() => drawn.push('taken back'))
  queueTask(() => drawn.push('kept'))
  takeBack()
  await expect.poll(() => drawn).toContain('kept')
  expect(drawn).toEqual(['kept'])
})
