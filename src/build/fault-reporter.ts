import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { buildIife } from './build-iife.ts'
import { buildVersion } from './build-version.ts'
import { routePaths } from './route-paths.ts'

export interface FaultReporter {
  readonly plugin: Plugin
  address(): string
}

/** A script of its own: the app's chunks may be what fails. */
export function faultReporter(source: string): FaultReporter {
  let root = ''
  let address = ''
  const plugin: Plugin = {
    name: 'fault-reporter',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    async buildStart() {
      const code = await buildIife(root, source, {
        CLIENT_BUILD: JSON.stringify(buildVersion(root)),
        ROUTE_PATHS: JSON.stringify(routePaths(root)),
      })
      const hash = createHash('sha256').update(code).digest('base64url').replace(/[-_]/g, '').slice(0, 8)
      const fileName = `assets/faults-${hash}.js`
      address = `/${fileName}`
      this.emitFile({ type: 'asset', fileName, source: code })
    },
  }
  return { plugin, address: () => address }
}
