import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCommandLine } from './command-line.ts'
import { askDuty, readStates, SET_CLOCK } from './commands.ts'
import { COMMAND } from './frame.ts'

const READ = readStates([])[0] ?? SET_CLOCK

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function opened() {
  const written: [number, string][] = []
  const line = createCommandLine((serial, { name }) => void written.push([serial, name]), {
    replyMs: 10_000,
    resends: 3,
  })
  return { line, written, answer: (serial: number, command: number) => line.take({ serial, command }) }
}

test('sends the next command when the device has confirmed the last one', async () => {
  const { line, written, answer } = opened()
  const results = [line.send(SET_CLOCK), line.send(READ)]
  expect(written).toEqual([[0, 'clock']])
  answer(0, COMMAND.confirm)
  expect(written).toEqual([
    [0, 'clock'],
    [1, 'read-device'],
  ])
  answer(1, COMMAND.reply)
  expect(await Promise.all(results)).toEqual(['confirmed', 'confirmed'])
  vi.advanceTimersByTime(60_000)
  expect(written).toHaveLength(2)
})

test('sends again three times, ten seconds apart, with the same serial number', async () => {
  const { line, written } = opened()
  const result = line.send(SET_CLOCK)
  vi.advanceTimersByTime(9_999)
  expect(written).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(written).toHaveLength(2)
  vi.advanceTimersByTime(29_999)
  expect(written).toEqual(Array.from({ length: 4 }, () => [0, 'clock']))
  vi.advanceTimersByTime(1)
  expect(await result).toBe('silent')
  expect(written).toHaveLength(4)
})

test('sends again after a denial', async () => {
  const { line, written, answer } = opened()
  const [first, second] = [line.send(SET_CLOCK), line.send(SET_CLOCK)]
  for (let denial = 0; denial < 3; denial++) answer(0, COMMAND.deny)
  answer(0, COMMAND.confirm)
  expect(await first).toBe('confirmed')
  for (let denial = 0; denial < 4; denial++) answer(1, COMMAND.deny)
  expect(await second).toBe('denied')
  expect(written.map(([serial]) => serial)).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
})

test('ignores repeated answers, and answers of another kind or serial number', async () => {
  const { line, written, answer } = opened()
  const results = [line.send(SET_CLOCK), line.send(READ)]
  for (const command of [COMMAND.reply, COMMAND.send, COMMAND.control]) answer(0, command)
  for (const command of [COMMAND.confirm, COMMAND.deny]) answer(7, command)
  expect(written).toHaveLength(1)
  answer(0, COMMAND.confirm)
  answer(0, COMMAND.confirm)
  answer(0, COMMAND.deny)
  answer(1, COMMAND.confirm)
  expect(written).toHaveLength(2)
  answer(1, COMMAND.reply)
  expect(await Promise.all(results)).toEqual(['confirmed', 'confirmed'])
})

test('reports a confirmation that arrives after the last try, once', async () => {
  const { line, answer } = opened()
  const late = vi.fn<() => void>()
  const result = line.send(askDuty(5), { onLate: late })
  vi.advanceTimersByTime(40_000)
  expect(await result).toBe('silent')
  answer(0, COMMAND.deny)
  expect(late).not.toHaveBeenCalled()
  answer(0, COMMAND.confirm)
  answer(0, COMMAND.confirm)
  expect(late).toHaveBeenCalledTimes(1)
})

test('sends urgent commands before waiting ones', () => {
  const { line, written, answer } = opened()
  for (const command of [SET_CLOCK, READ]) void line.send(command)
  void line.send(askDuty(5), { isUrgent: true })
  answer(0, COMMAND.confirm)
  expect(written.at(-1)).toEqual([1, 'duty-check'])
})

test('ends all commands when the connection closes', async () => {
  const { line, written } = opened()
  const results = [line.send(SET_CLOCK), line.send(READ)]
  line.close()
  expect(await Promise.all([...results, line.send(SET_CLOCK)])).toEqual(['closed', 'closed', 'closed'])
  expect([written.length, vi.getTimerCount()]).toEqual([1, 0])
})

test('counts serial numbers to 65535 and begins again', async () => {
  const { line, written, answer } = opened()
  for (let serial = 0; serial < 0x1_0001; serial++) {
    const result = line.send(SET_CLOCK)
    answer(serial % 0x1_0000, COMMAND.confirm)
    await result
  }
  expect(written.slice(-2).map(([serial]) => serial)).toEqual([0xffff, 0])
})
