import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const tests: string[] = JSON.parse(process.env.MUTATION_TESTS ?? '[]')

/** The tests of the chosen modules alone, under the settings of `tests/vitest.config.ts`. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: tests,
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    setupFiles: ['tests/support/fail-on-console.ts'],
    globalSetup: tests.some((file) => file.startsWith('tests/api/')) ? ['tests/support/database-image.ts'] : [],
  },
})
