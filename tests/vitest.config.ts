import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))
const failOnConsole = 'tests/support/fail-on-console.ts'
const databaseImage = 'tests/support/database-image.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

/** The houses of tests; `tests/run.mjs` says in which order they run. */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    // Bounds for a busy machine, not expectations: nothing here asserts how long anything takes.
    testTimeout: 30_000,
    hookTimeout: 120_000,
    allowOnly: false,
    // A test that expects nothing cannot fail.
    expect: { requireAssertions: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'mocks/**/*.test.ts'],
          setupFiles: [failOnConsole],
        },
      },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['tests/house/**/*.test.ts'],
          exclude: ['tests/house/built-client.test.ts'],
          setupFiles: [failOnConsole],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          // What the embedded engine promises is proven on the embedded engine.
          exclude: onPostgres ? ['tests/api/durability/**'] : [],
          setupFiles: [failOnConsole],
          globalSetup: [databaseImage],
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          testTimeout: 60_000,
          include: ['tests/screens/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: [failOnConsole],
          globalSetup: [databaseImage],
          // ApexCharts measures real SVG, which no simulated document has; charts are looked at in a browser.
          alias: { 'react-apexcharts': fileURLToPath(new URL('support/no-chart.ts', import.meta.url)) },
        },
      },
      {
        extends: true,
        test: { name: 'faults', include: ['tests/faults/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'built', include: ['tests/house/built-client.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'chromium-86',
          include: ['tests/e2e/**/*.chromium-86.test.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
})
