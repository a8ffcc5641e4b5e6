// The audit of 1,000,000 changes on PostgreSQL, page by page and filter by filter: node tests/bench/audit.mjs
// BENCH_DATABASE_URL names a database to make it in and to keep; without it a server of its own is used once.
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
  const { benchAudit } = await vite.ssrLoadModule('/tests/bench/bench-audit.ts')
  await benchAudit()
} finally {
  await vite.close()
}
process.exit(0)
