import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Exits 0 unless `run` answers false or fails. */
export async function loadBench(path, run) {
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  let isWell = false
  try {
    isWell = (await run(await vite.ssrLoadModule(path))) !== false
  } finally {
    await vite.close()
  }
  process.exit(isWell ? 0 : 1)
}
