import { defineConfig } from '@playwright/test'
import journeys from '../e2e/playwright.config.ts'

/**
 * By hand on the built app: `npx playwright test --config tests/bench/playwright.config.ts`. Counts come from the
 * environment.
 */
export default defineConfig({
  ...journeys,
  testDir: '.',
  globalSetup: '../e2e/global-setup.ts',
  workers: 1,
  // It would weigh more than the run.
  use: { ...journeys.use, trace: 'off' },
  projects: [{ name: 'desktop', use: { viewport: { width: 1440, height: 900 } } }],
})
