import { getRequestListener } from '@hono/node-server'
import type { Connect, Plugin, ViteDevServer } from 'vite'
import { isCallPath } from '../contract/call-prefixes.ts'
import type { Deps } from '../server/platform/deps.ts'

/** Inside Vite. One owner of the embedded database: opened once, closed before a restart. */
export function devApi(): Plugin {
  let close: () => Promise<void> = async () => undefined
  return {
    name: 'dev-api',
    apply: 'serve',
    async configureServer(vite) {
      if (process.env.VITEST) return
      const { createDeps } = (await vite.ssrLoadModule(
        '/src/server/create-deps.ts',
      )) as typeof import('../server/create-deps.ts')
      const { readEnv } = (await vite.ssrLoadModule(
        '/src/server/platform/env.ts',
      )) as typeof import('../server/platform/env.ts')
      const opened = await createDeps(readEnv({ LOG_LEVEL: 'warn', ...process.env }))
      close = opened.close
      vite.middlewares.use(answerCalls(vite, opened.deps))
    },
    buildEnd: () => close(),
  }
}

function answerCalls(vite: ViteDevServer, deps: Deps): Connect.NextHandleFunction {
  return async (req, res, next) => {
    if (!isCallPath(req.url ?? '')) return next()
    try {
      const { createApi } = (await vite.ssrLoadModule(
        '/src/server/create-api.ts',
      )) as typeof import('../server/create-api.ts')
      await getRequestListener(createApi(deps).fetch)(req, res)
    } catch (error) {
      next(error)
    }
  }
}
