import { defineConfig } from '@playwright/test'
import journeys from '../e2e/playwright.config.ts'

/**
 * Long proofs of field use, run by hand on the built app: `npx playwright test --config tests/bench/playwright.config.ts`.
 * Counts come from the environment, see each file. Playwright asks for a default export.
 */
export default defineConfig({
  ...journeys,
  testDir: '.',
  globalSetup: '../e2e/global-setup.ts',
  workers: 1,
  // A trace of an hour's run would weigh more than the run.
  use: { ...journeys.use, trace: 'off' },
  projects: [{ name: 'desktop', use: { viewport: { width: 1440, height: 900 } } }],
})
