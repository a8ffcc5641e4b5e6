import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { siblingEnding } from '../server/platform/http/built-files.ts'
import { codings, pack } from '../server/platform/http/content-coding.ts'

const textFile = /\.(?:js|mjs|css|html|svg|json|webmanifest|txt|xml|wasm|map)$/
const leastBytes = 512
const hardest = { br: 11, gzip: 9 } as const

/** From 512 bytes, after all plugins: the worker is final. */
export function precompress(): Plugin {
  let folder: string | null = null
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved({ root, build }) {
      folder = build.ssr || !build.write ? null : resolve(root, build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (!error && folder !== null) await packFolder(folder)
      },
    },
  }
}

async function packFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && textFile.test(entry.name))
  await Promise.all(files.map((entry) => packFile(join(entry.parentPath, entry.name))))
}

async function packFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  await Promise.all(
    codings.map(async (coding) => {
      const sibling = path + siblingEnding[coding]
      const packed = bytes.length < leastBytes ? bytes : await pack(coding, bytes, hardest[coding])
      if (packed.length < bytes.length) await writeFile(sibling, packed)
      else await rm(sibling, { force: true })
    }),
  )
}
