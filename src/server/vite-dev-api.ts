import { getRequestListener } from '@hono/node-server'
import type { Connect, Plugin, ViteDevServer } from 'vite'
import { isCallPath } from '../contract/call-prefixes.ts'
import type { Deps } from './deps.ts'

/**
 * `npm run dev`: the calls are answered inside Vite's own process, reloaded with the code.
 * The database is opened once and closed before Vite restarts: it has one owner.
 */
export function devApi(): Plugin {
  let close: () => Promise<void> = async () => undefined
  return {
    name: 'dev-api',
    apply: 'serve',
    async configureServer(vite) {
      if (process.env.VITEST) return
      const { createDeps } = (await vite.ssrLoadModule(
        '/src/server/create-deps.ts',
      )) as typeof import('./create-deps.ts')
      const { readEnv } = (await vite.ssrLoadModule('/src/server/env.ts')) as typeof import('./env.ts')
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
      const { createApi } = (await vite.ssrLoadModule('/src/server/create-api.ts')) as typeof import('./create-api.ts')
      await getRequestListener(createApi(deps).fetch)(req, res)
    } catch (error) {
      next(error)
    }
  }
}
