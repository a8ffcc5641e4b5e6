// Backup and restore of a city of 1,000,000 points on PostgreSQL, with the sums compared: node tests/bench/backup.mjs
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
  const { benchBackup } = await vite.ssrLoadModule('/tests/bench/bench-backup.ts')
  isHeld = await benchBackup()
} finally {
  await vite.close()
}
process.exit(isHeld ? 0 : 1)
