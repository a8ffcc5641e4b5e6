import type { Plugin } from 'vite'
import { buildVersion } from './build-version.ts'

/** In a chunk it would change all importers. */
export function buildMeta(): Plugin {
  let root = ''
  return {
    name: 'build-meta',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'build', content: buildVersion(root) }, injectTo: 'head' },
    ],
  }
}
