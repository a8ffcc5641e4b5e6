import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepActs } from './keep-acts.ts'
import { dismiss, hold, release, toast, toasts } from './toast-queue.ts'

const texts = () => toasts.read().map((item) => item.text)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const item of toasts.read()) dismiss(item.id)
  vi.useRealTimers()
})

test('a success disappears after a time, an error later', () => {
  toast.success('复制成功')
  toast.error('连接超时，请稍后再试！')
  vi.advanceTimersByTime(3_000)
  expect(texts()).toEqual(['连接超时，请稍后再试！'])
  vi.advanceTimersByTime(3_000)
  expect(texts()).toEqual([])
})

test('ten equal failures give one message', () => {
  for (let call = 0; call < 10; call += 1) toast.error('服务连接出错，请稍后再试！')
  expect(texts()).toEqual(['服务连接出错，请稍后再试！'])
})

test('at most three are shown, the oldest is removed', () => {
  for (const text of ['一', '二', '三', '四']) toast.info(text)
  expect(texts()).toEqual(['二', '三', '四'])
})

test('a hovered or focused message remains', () => {
  toast.error('操作异常，请稍后再试！')
  const [item] = toasts.read()
  if (!item) throw new Error('nothing shown')
  hold(item.id)
  vi.advanceTimersByTime(60_000)
  expect(texts()).toHaveLength(1)
  release(item)
  vi.advanceTimersByTime(6_000)
  expect(texts()).toEqual([])
})

test('an act is kept when its toast leaves, by time or for the next act, and undone once', () => {
  const done: string[] = []
  const act = (name: string) => ({ undo: () => done.push(`undo ${name}`), onKept: () => done.push(`keep ${name}`) })
  const first = toast.success('已通过：甲大厦', act('甲'))
  dismiss(first, true)
  dismiss(first)
  toast.success('已通过：乙大厦', act('乙'))
  toast.error('连接超时，请稍后再试！')
  toast.success('已通过：丙大厦', act('丙'))
  expect(texts()).toEqual(['连接超时，请稍后再试！', '已通过：丙大厦'])
  vi.advanceTimersByTime(8_000)
  expect(done).toEqual(['undo 甲', 'keep 乙', 'keep 丙'])
})

test('all acts are kept at once, and waited for', async () => {
  let isSent = false
  const send = () => Promise.resolve().then(() => void (isSent = true))
  toast.info('正在更新')
  toast.success('已通过：甲大厦', { undo: () => undefined, onKept: send })
  await keepActs()
  expect(isSent).toBe(true)
  expect(texts()).toEqual(['正在更新'])
})
