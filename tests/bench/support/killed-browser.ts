import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../../support/find-chromium.mjs'

const ARGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0']
const START_MS = 120_000
/** A killed profile's next browser may not answer. */
const CONNECT_MS = 20_000
const STARTS = 6

export class KilledBrowser {
  readonly #profile = mkdtempSync(join(tmpdir(), 'fire-profile-'))
  #process: ChildProcess | undefined

  async start(): Promise<BrowserContext> {
    for (let starts = 1; ; starts += 1) {
      try {
        return await this.#startOnce()
      } catch (error) {
        if (starts === STARTS) throw error
        await this.kill()
      }
    }
  }

  async #startOnce(): Promise<BrowserContext> {
    const port = join(this.#profile, 'DevToolsActivePort')
    rmSync(port, { force: true })
    const child = spawn(findChromium(), [...ARGS, `--user-data-dir=${this.#profile}`], {
      detached: true,
      stdio: 'ignore',
    })
    this.#process = child
    const from = Date.now()
    while (!(existsSync(port) && readFileSync(port, 'utf8').includes('\n'))) {
      if (Date.now() - from > START_MS) throw new Error('the browser does not start')
      await later(50)
    }
    const [number] = readFileSync(port, 'utf8').split('\n')
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${number}`, { timeout: CONNECT_MS })
    return browser.contexts()[0]!
  }

  async kill(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    process.kill(-child.pid, 'SIGKILL')
    await ended
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
