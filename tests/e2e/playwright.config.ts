import { defineConfig } from '@playwright/test'
import { findChromium } from '../support/find-chromium.mjs'

const touch = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

/**
 * Every test runs on a phone; `@sizes` adds tablet and desktop, `@wide` desktop, `@desktop` runs there only.
 * Playwright requires a default export.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  workers: 2,
  // The run's end names the tests that needed it.
  retries: 1,
  forbidOnly: true,
  // Generous for busy machines.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Traces cost a third of the time; on demand: `playwright test … --trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, ...touch }, grepInvert: /@desktop/ },
    { name: 'tablet', use: { viewport: { width: 820, height: 1180 }, ...touch }, grep: /@sizes/ },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } }, grep: /@sizes|@wide|@desktop/ },
  ],
})
