import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { RowSum } from './row-sum.ts'

async function summed(chunks: readonly string[]) {
  const sum = new RowSum()
  await pipeline(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), sum, async (rest) => {
    for await (const _ of rest) continue
  })
  return { rows: sum.rows, sum: sum.sum }
}

test('rows have the same sum in any order and any chunks', async () => {
  const one = await summed(['1\t甲\n2\t乙\n3\t丙\n'])
  expect(one.rows).toBe(3)
  expect(await summed(['3\t丙\n1\t', '甲\n2\t乙', '\n'])).toEqual(one)
})

test('one changed character, one repeated row or one missing row changes the sum', async () => {
  const { sum } = await summed(['1\t甲\n2\t乙\n'])
  for (const other of [['1\t甲\n2\t丙\n'], ['1\t甲\n2\t乙\n2\t乙\n'], ['1\t甲\n']])
    expect((await summed(other)).sum).not.toBe(sum)
})
