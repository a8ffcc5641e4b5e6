import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

interface SourceMap {
  mappings: string
  sources: readonly string[]
}

/** The server's alone: no map is served. @param folder below the root */
export function sourceMaps(folder: string): Plugin {
  let root = ''
  return {
    name: 'source-maps',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => void (root = config.root),
    generateBundle: {
      order: 'post',
      async handler({ dir = root }, bundle) {
        await rm(join(root, folder), { recursive: true, force: true })
        await mkdir(join(root, folder), { recursive: true })
        for (const [name, file] of Object.entries(bundle)) {
          if (name.endsWith('.map')) delete bundle[name]
          if (file.type !== 'chunk' || !file.map) continue
          const from = join(resolve(root, dir), name, '..')
          const own = (source: string | null) => relative(root, resolve(from, (source ?? '').split('?', 1)[0] ?? ''))
          const { mappings, sources, names } = file.map
          const entry = file.isEntry
            ? 'src/app/main.tsx'
            : relative(root, file.facadeModuleId ?? file.moduleIds.at(-1) ?? '')
          const map = { version: 3, file: entry.split('?', 1)[0], names, sources: sources.map(own), mappings }
          await writeFile(join(root, folder, `${name.replace(/^.*\//, '')}.map`), JSON.stringify(map))
        }
      },
    },
  }
}

export const shiftedLine = <T extends SourceMap>(map: T): T => Object.assign(map, { mappings: `;${map.mappings}` })
