import { defineConfig } from '@playwright/test'
import { findChromium, findHeadlessShell } from '../support/find-chromium.mjs'

const touch = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const launch = (executablePath: string) => ({
  executablePath,
  args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})

/** Both browsers of a size. @param runs by a test's tags, a lookahead */
const size = (name: string, use: object, runs: string) => [
  { name, use, grep: new RegExp(`^${runs}(?!.*@whole-browser)`) },
  {
    name: `${name}, whole browser`,
    use: { ...use, launchOptions: launch(findChromium()) },
    grep: new RegExp(`^${runs}(?=.*@whole-browser)`),
  },
]

/**
 * Every test runs on a phone; `@sizes` adds tablet and desktop, `@wide` desktop, `@desktop` runs there only.
 * The headless shell takes a quarter less time; `@whole-browser` needs what it lacks: notifications, background sync
 * and a tap's mouse events.
 * Playwright requires a default export.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  // A third fills the waits of two.
  workers: 3,
  // The run's end names the tests that needed it.
  retries: 1,
  forbidOnly: true,
  // Generous for busy machines.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // Its installation takes a third of a short test.
    serviceWorkers: 'block',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Traces cost a third of the time; on demand: `playwright test … --trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: launch(findHeadlessShell()),
  },
  projects: [
    ...size('phone', { viewport: { width: 390, height: 844 }, ...touch }, '(?!.*@desktop)'),
    ...size('tablet', { viewport: { width: 820, height: 1180 }, ...touch }, '(?=.*@sizes)'),
    ...size('desktop', { viewport: { width: 1440, height: 900 } }, '(?=.*@(?:sizes|wide|desktop))'),
  ],
})
