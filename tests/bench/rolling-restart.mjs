// Two processes on one PostgreSQL, restarted in turns under writes: node tests/bench/rolling-restart.mjs
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
let isHeld = false
try {
  const { benchRollingRestart } = await vite.ssrLoadModule('/tests/bench/bench-rolling-restart.ts')
  isHeld = await benchRollingRestart()
} finally {
  await vite.close()
}
process.exit(isHeld ? 0 : 1)
