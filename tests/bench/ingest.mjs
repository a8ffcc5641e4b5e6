// Ingestion and cursor paging, side by side with a bare reference in one run: node tests/bench/ingest.mjs [pglite] [postgres]
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const vite = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, hmr: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
try {
  const { benchIngest } = await vite.ssrLoadModule('/tests/bench/bench-ingest.ts')
  const engines = process.argv.slice(2)
  for (const engine of engines.length > 0 ? engines : ['pglite', 'postgres']) await benchIngest(engine)
} finally {
  await vite.close()
}
process.exit(0)
