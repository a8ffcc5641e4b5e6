import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'

export interface DrivenBrowser {
  readonly name: string
  open(url: string): Promise<void>
  /** @param script a function's body */
  run(script: string, ...args: readonly string[]): Promise<unknown>
  close(): Promise<void>
}

const START_MS = 60_000

async function untilStarted<T>(attempt: () => Promise<T>): Promise<T> {
  const from = Date.now()
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() - from > START_MS) throw error
      await later(250)
    }
  }
}

const start = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(program, args, { env: { ...process.env, ...env }, stdio: 'ignore', detached: true })

function end({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}

const WEBKIT_PORT = 4444
const MINIBROWSER = process.env.MINIBROWSER ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

export async function driveWebKit(): Promise<DrivenBrowser> {
  const driver = start('WebKitWebDriver', [`--port=${WEBKIT_PORT}`], { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' })
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${WEBKIT_PORT}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: Record<string, unknown> }
    if (value?.['error']) throw new Error(`${path}: ${String(value['error'])} ${String(value['message'])}`)
    return value
  }
  const options = { binary: MINIBROWSER, args: ['--automation'] }
  const begun = await untilStarted(() =>
    ask('POST', '/session', {
      capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } },
    }),
  )
  const { sessionId, capabilities } = begun as { sessionId: string; capabilities: { browserVersion: string } }
  const session = `/session/${sessionId}`
  return {
    name: `WebKit ${capabilities.browserVersion}`,
    open: async (url) => void (await ask('POST', `${session}/url`, { url })),
    run: (script, ...args) => ask('POST', `${session}/execute/sync`, { script, args }),
    close: async () => {
      await ask('DELETE', session)
      end(driver)
    },
  }
}

const MARIONETTE_PORT = 2828

type Answered = readonly [type: number, id: number, error: { message: string } | null, result: Record<string, unknown>]

/** Frames of Marionette: '12:[0,1,"Name",{}]'. */
function speakMarionette(socket: Socket) {
  const waiting = new Map<number, (answer: Answered) => void>()
  let held = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    held = Buffer.concat([held, bytes])
    for (;;) {
      const colon = held.indexOf(':')
      const length = Number(held.subarray(0, colon).toString())
      if (colon < 0 || held.length < colon + 1 + length) return
      const message = JSON.parse(held.subarray(colon + 1, colon + 1 + length).toString()) as Answered
      held = held.subarray(colon + 1 + length)
      if (Array.isArray(message)) waiting.get(message[1])?.(message)
    }
  })
  let last = 0
  return async (command: string, input: object = {}) => {
    last += 1
    const text = JSON.stringify([0, last, command, input])
    const answered = new Promise<Answered>((resolve) => waiting.set(last, resolve))
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const [, , error, result] = await answered
    if (error) throw new Error(`${command}: ${error.message}`)
    return result
  }
}

export async function driveFirefox(): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'fire-firefox-'))
  const browser = start('firefox-esr', ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    HOME: profile,
  })
  const socket = await untilStarted(
    () =>
      new Promise<Socket>((resolve, reject) => {
        const opening = connect(MARIONETTE_PORT, '127.0.0.1')
        opening.once('connect', () => resolve(opening)).once('error', reject)
      }),
  )
  const ask = speakMarionette(socket)
  const { capabilities } = await ask('WebDriver:NewSession')
  return {
    name: `Firefox ${(capabilities as { browserVersion: string }).browserVersion}`,
    open: async (url) => void (await ask('WebDriver:Navigate', { url })),
    run: async (script, ...args) => (await ask('WebDriver:ExecuteScript', { script, args }))['value'],
    close: async () => {
      socket.destroy()
      end(browser)
      await later(500)
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
