import { expect, test, vi } from 'vitest'
import { untilLoaded } from './until-loaded.ts'

test('a part that cannot be loaded is asked for again until it comes', async () => {
  vi.useFakeTimers()
  const load = vi.fn<() => Promise<string>>().mockResolvedValue('part').mockRejectedValueOnce(new TypeError('offline'))
  const part = untilLoaded(load)
  await vi.advanceTimersByTimeAsync(4000)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await part).toBe('part')
  vi.useRealTimers()
})
