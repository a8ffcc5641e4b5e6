import type { DeviceCommand } from './commands.ts'
import { COMMAND, type Frame } from './frame.ts'

export type CommandResult = 'confirmed' | 'denied' | 'silent' | 'closed'

export interface CommandPatience {
  readonly replyMs: number
  readonly resends: number
}

export interface CommandLine {
  send(
    command: DeviceCommand,
    how?: { readonly isUrgent?: boolean; readonly onLate?: () => void },
  ): Promise<CommandResult>
  take(frame: Pick<Frame, 'command' | 'serial'>): void
  close(): void
}

interface Pending {
  readonly command: DeviceCommand
  readonly onLate: (() => void) | undefined
  readonly end: (result: CommandResult) => void
}

const REMEMBERED = 64

/** Sends again when an answer is late or a denial. Source: GB/T 26875.3-2011, 6.5. */
export function createCommandLine(
  write: (serial: number, command: DeviceCommand) => void,
  { replyMs, resends }: CommandPatience,
): CommandLine {
  const queue: Pending[] = []
  const givenUp = new Map<number, Pending>()
  let current: (Pending & { readonly serial: number; left: number }) | null = null
  let timer: NodeJS.Timeout | undefined
  let next = 0
  let isClosed = false

  const isAnswer = ({ command }: DeviceCommand, answer: number) =>
    answer === (command === COMMAND.control ? COMMAND.confirm : COMMAND.reply)

  function transmit(): void {
    if (!current) return
    clearTimeout(timer)
    timer = setTimeout(() => fail('silent'), replyMs).unref()
    write(current.serial, current.command)
  }

  function fail(result: 'denied' | 'silent'): void {
    if (!current) return
    if (current.left > 0) {
      current.left -= 1
      return transmit()
    }
    givenUp.set(current.serial, current)
    for (const serial of givenUp.keys()) if (givenUp.size > REMEMBERED) givenUp.delete(serial)
    end(result)
  }

  function end(result: CommandResult): void {
    clearTimeout(timer)
    const done = current
    current = null
    done?.end(result)
    start()
  }

  function start(): void {
    const pending = current || isClosed ? undefined : queue.shift()
    if (!pending) return
    current = { ...pending, serial: next, left: resends }
    next = (next + 1) % 0x1_0000
    givenUp.delete(current.serial)
    transmit()
  }

  return {
    send: (command, { isUrgent = false, onLate } = {}) =>
      new Promise((resolve) => {
        if (isClosed) return resolve('closed')
        queue[isUrgent ? 'unshift' : 'push']({ command, onLate, end: resolve })
        start()
      }),
    take({ command, serial }) {
      if (current?.serial === serial) {
        if (isAnswer(current.command, command)) end('confirmed')
        else if (command === COMMAND.deny) fail('denied')
        return
      }
      const late = givenUp.get(serial)
      if (!late || !isAnswer(late.command, command)) return
      givenUp.delete(serial)
      late.onLate?.()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      const left = [...(current ? [current] : []), ...queue.splice(0)]
      current = null
      for (const one of left) one.end('closed')
    },
  }
}
