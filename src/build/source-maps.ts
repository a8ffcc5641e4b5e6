import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { decodedMappings, encodedMappings, TraceMap } from '@jridgewell/trace-mapping'
import type { Plugin } from 'vite'
import { workerScript } from './build-version.ts'

interface SourceMap {
  mappings: string
  sources: readonly string[]
  names?: readonly string[]
}

/** The server's alone: no map is served. @param folder below the root */
export function sourceMaps(folder: string): Plugin {
  let [root, outDir] = ['', '']
  return {
    name: 'source-maps',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root
      outDir = resolve(root, config.build.outDir)
    },
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
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (!error) await moveWorkerMap(root, outDir, join(root, folder))
      },
    },
  }
}

const INJECTION_POINT = 'self.__WB_MANIFEST'

/** Workbox's own update confuses sources. */
function shiftedByManifest(code: string, map: SourceMap): string {
  const [manifest] = /\[\{"revision":.*?\}\]/.exec(code) ?? []
  if (manifest === undefined) throw new Error('The worker lists no file')
  const [before = ''] = code.split(manifest, 1)
  const line = before.split('\n').length - 1
  const column = before.length - before.lastIndexOf('\n') - 1
  const shift = manifest.length - INJECTION_POINT.length
  const decoded = decodedMappings(new TraceMap(JSON.stringify(map)))
  const shifted = decoded.map((segments, at) =>
    segments.map((segment) => (at === line && segment[0] > column ? segment.with(0, segment[0] + shift) : segment)),
  )
  return encodedMappings(new TraceMap({ ...map, mappings: shifted } as never))
}

async function moveWorkerMap(root: string, outDir: string, folder: string): Promise<void> {
  const worker = join(outDir, 'sw.js')
  const map = JSON.parse(await readFile(`${worker}.map`, 'utf8')) as SourceMap
  const mappings = shiftedByManifest(await readFile(worker, 'utf8'), map)
  const own = (source: string) => relative(root, resolve(outDir, source))
  const moved = { version: 3, file: 'src/sw/sw.ts', names: map.names, sources: map.sources.map(own), mappings }
  await writeFile(join(folder, `${workerScript(root)}.map`), JSON.stringify(moved))
  await rm(`${worker}.map`)
}

export const shiftedLine = <T extends SourceMap>(map: T): T => Object.assign(map, { mappings: `;${map.mappings}` })
