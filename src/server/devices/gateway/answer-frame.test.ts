import { describe, expect, test } from 'vitest'
import type { Deps } from '#server/platform/deps.ts'
import { answerFrame } from './answer-frame.ts'
import { createDeframer } from './deframer.ts'
import { COMMAND, type Frame } from './frame.ts'

const NOW = new Date('2026-03-23T02:15:00Z')
const FRAME: Frame = {
  serial: 258,
  mainVersion: 3,
  userVersion: 4,
  time: null,
  source: 7,
  destination: 9,
  command: COMMAND.send,
  unit: Uint8Array.from([21, 1]),
}

async function answer(found: Parameters<typeof answerFrame>[1]) {
  const warned: unknown[] = []
  const log = { warn: (...entry: unknown[]) => void warned.push(entry) }
  const { answer: bytes, device } = await answerFrame({ now: () => NOW, log } as unknown as Deps, found, '10.0.0.7')
  expect(device).toBeNull()
  return { answer: bytes && createDeframer().push(bytes), warned }
}
const frame = (command: number) => ({ is: 'frame', frame: { ...FRAME, command } }) as const
const DENIAL = { serial: 258, time: NOW, source: 9, destination: 7, command: COMMAND.deny, unit: new Uint8Array(0) }

test('a damaged frame is denied in the first version, back to its source', async () => {
  expect(await answer({ is: 'damaged', serial: 258, source: 7, destination: 9 })).toEqual({
    answer: [{ is: 'frame', frame: { ...DENIAL, mainVersion: 1, userVersion: 0 } }],
    warned: [],
  })
})

test.each([COMMAND.confirm, COMMAND.deny])('command %i is not answered', async (command) => {
  expect(await answer(frame(command))).toEqual({ answer: null, warned: [] })
})

describe('a command that devices do not send', () => {
  test.each([0, COMMAND.control, COMMAND.request, 7])(
    '%i is denied in its own version, and logged',
    async (command) => {
      expect(await answer(frame(command))).toEqual({
        answer: [{ is: 'frame', frame: { ...DENIAL, mainVersion: 3, userVersion: 4 } }],
        warned: [[{ source: 7, serial: 258, refusal: 'command' }, 'frame denied']],
      })
    },
  )
})
