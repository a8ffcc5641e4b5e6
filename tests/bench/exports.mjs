// An export of 100,000 rows on PostgreSQL: memory, other calls meanwhile, and what a cancel leaves: node tests/bench/exports.mjs
// BENCH_DATABASE_URL names a database to use instead of a server of its own.
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const vite = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
try {
  const { benchExports } = await vite.ssrLoadModule('/tests/bench/bench-exports.ts')
  await benchExports()
} finally {
  await vite.close()
}
process.exit(0)
