import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const collect = pathOf('collect.ts')

function replacementOf(source: string, importer = ''): string | null {
  if (source === 'vitest' && importer.endsWith('.test.ts') && !importer.includes('/resident/')) return collect
  if (source === './open-test-db.ts' && importer.endsWith('/api-context.ts')) return pathOf('shared-database.ts')
  return null
}

/** `collect.ts` replaces `vitest`. */
export default defineConfig({
  root,
  plugins: [
    {
      name: 'collect-tests',
      enforce: 'pre',
      resolveId: (source, importer) => replacementOf(source, importer),
    },
  ],
  test: {
    include: ['tests/mutation/resident/driver.test.ts'],
    maxWorkers: 1,
    hookTimeout: 120_000,
    globalSetup: ['tests/support/database-image.ts'],
  },
})
