import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { embeddedFiles } from './support/embedded-files.ts'
import { statementsFolder } from './support/statements.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const failOnConsole = 'tests/support/fail-on-console.ts'
const databaseImage = 'tests/support/database-image.ts'

const engine = process.env.TEST_ENGINE

/** `tests/run.mjs` has their order. */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    // For a busy machine: no test asserts a duration.
    testTimeout: 30_000,
    hookTimeout: 120_000,
    allowOnly: false,
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
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
          // Loading the server again is a third of the work.
          isolate: false,
          include: engine === 'embedded' ? embeddedFiles() : ['tests/api/**/*.test.ts'],
          exclude: [
            // On the embedded engine.
            ...(engine === 'postgres' ? ['tests/api/durability/**'] : []),
            // Other transactions hold back the feed's horizon.
            ...(engine === 'postgres' ? ['tests/api/live/**'] : []),
            // Of an earlier run on PostgreSQL.
            ...(engine === 'embedded' && statementsFolder !== '' ? [] : ['tests/api/engines.test.ts']),
          ],
          setupFiles: [failOnConsole, 'tests/support/record-statements.ts'],
          globalSetup: [databaseImage],
        },
      },
      {
        extends: true,
        test: {
          name: 'live',
          fileParallelism: false,
          include: ['tests/api/live/**/*.test.ts'],
          setupFiles: [failOnConsole],
          globalSetup: [databaseImage],
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          // The run's end names the tests that needed it.
          retry: 1,
          include: ['tests/screens/**/*.test.tsx'],
          isolate: false,
          environment: 'happy-dom',
          setupFiles: [failOnConsole, 'tests/support/fresh-modules.ts'],
          globalSetup: [databaseImage],
          // It measures real SVG; charts are tested in a browser.
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
          // The run's end names the tests that needed it.
          retry: 1,
          include: ['tests/e2e/**/*.chromium-86.test.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
})
