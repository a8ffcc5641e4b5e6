import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import type { Page } from 'puppeteer-core/lib/cjs/puppeteer/common/Page.js'
import type { Puppeteer } from 'puppeteer-core/lib/cjs/puppeteer/common/Puppeteer.js'
import { BuiltServer } from '../support/built-server.ts'
import { findChromium } from '../support/find-chromium.mjs'
import { signInByPuppeteer } from './support/sign-in-by-puppeteer.ts'

const PATIENCE_MS = 60_000
const require = createRequire(import.meta.url)

const refreshOf = (page: Page) =>
  page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & {
      readonly periodicSync: { getTags(): Promise<string[]> }
    }
    const { state } = await navigator.permissions.query({ name: 'periodic-background-sync' as PermissionName })
    const tags = await registration.periodicSync.getTags()
    return `${state} ${tags.join()}`
  })

export async function benchInstalledApp(): Promise<boolean> {
  const server = await BuiltServer.start()
  const profile = mkdtempSync(join(tmpdir(), 'fire-installed-'))
  const browser = await (require('puppeteer-core') as Puppeteer).launch({
    executablePath: findChromium(),
    headless: false,
    pipe: true,
    userDataDir: profile,
    ignoreDefaultArgs: ['--disable-extensions', '--disable-default-apps', '--disable-sync'],
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage()
    await signInByPuppeteer(page, server.url)
    console.log(`in a tab: ${await refreshOf(page)}`)
    const { _connection: connection } = browser as unknown as {
      readonly _connection: { send(method: string, input: object): Promise<unknown> }
    }
    await connection.send('PWA.install', { manifestId: `${server.url}/`, installUrlOrBundleUrl: `${server.url}/` })
    await page.reload()
    const from = Date.now()
    let seen = ''
    while (seen !== 'granted refresh' && Date.now() - from < PATIENCE_MS) {
      await later(500)
      seen = await refreshOf(page).catch(() => '')
    }
    console.log(`installed: ${seen}`)
    return seen === 'granted refresh'
  } finally {
    await browser.close()
    await server.remove()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
