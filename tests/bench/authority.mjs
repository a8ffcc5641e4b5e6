// The authority's dashboard on a large city: node tests/bench/authority.mjs
// BENCH_DATABASE_URL names a PostgreSQL database to make the city in and to keep; without it a server of its own is used once.
// BENCH_BUILDINGS, BENCH_POINTS (of each building) and BENCH_DAYS make it smaller.
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
  const { benchAuthority } = await vite.ssrLoadModule('/tests/bench/bench-authority.ts')
  await benchAuthority(process.argv.includes('--load-only'))
} finally {
  await vite.close()
}
process.exit(0)
