import { expect, it } from 'vitest'
import { makePart } from './bundle-parts.ts'

it('shows why a part is missing, and logs the error on the server only', async () => {
  const failures: unknown[] = []
  const fault = new Error('relation "point" does not exist')
  const read = () => Promise.reject(fault)
  const made = await makePart({ name: 'points', label: '点位', read }, (error) => failures.push(error))
  expect(made).toEqual({ json: null, digest: null, note: '暂时不能取得，请稍后更新' })
  expect(failures).toEqual([fault])
})

it('changes its digest exactly with its content and its omissions', async () => {
  const part = { name: 'points', label: '点位', read: async () => ({ list: [1] }) }
  const never = (error: unknown) => {
    throw error
  }
  const first = await makePart(part, never)
  expect(await makePart({ ...part, label: 'other' }, never)).toEqual(first)
  expect((await makePart({ ...part, read: async () => ({ list: [2] }) }, never)).digest).not.toBe(first.digest)
  expect((await makePart({ ...part, note: '共 900 个点位，已下载前 500 个' }, never)).digest).not.toBe(first.digest)
})
