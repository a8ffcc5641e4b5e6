import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: JSON.parse(process.env.MUTATION_TESTS ?? '[]'),
    runner: './tests/mutation/count-failed-imports.ts',
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    setupFiles: ['tests/support/fail-on-console.ts'],
  },
})
