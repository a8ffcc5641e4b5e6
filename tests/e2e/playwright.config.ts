import { defineConfig } from '@playwright/test'
import { findChromium } from '../support/find-chromium.mjs'

const touch = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

/**
 * Journeys on the built app. Every test runs on a phone; those that say `@sizes` on a tablet and a desktop too, those
 * that say `@wide` on a desktop too, and those that say `@desktop` there only. Playwright asks for a default export.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // A machine that runs other things besides is slow, not wrong.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Every test would pay a third more for the trace that one may leave: `playwright test … --trace retain-on-failure`.
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
