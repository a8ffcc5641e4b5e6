import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { precompress } from './precompress.ts'

const worker = `self.precache = ${JSON.stringify('消防'.repeat(1000))}`
let root: string

/** In `closeBundle`, like vite-plugin-pwa. */
function writesWorker(): Plugin {
  return {
    name: 'writes-worker',
    enforce: 'post',
    closeBundle: { sequential: true, handler: () => writeFile(join(root, 'dist/sw.js'), worker) },
  }
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'precompress-'))
  await mkdir(join(root, 'public'))
  await writeFile(join(root, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>')
  await writeFile(join(root, 'main.js'), `document.title = ${JSON.stringify('建筑'.repeat(1000))}`)
  await writeFile(join(root, 'public/logo.png'), Buffer.alloc(5000))
  await build({ root, configFile: false, logLevel: 'silent', plugins: [precompress(), writesWorker()] })
}, 60_000)
afterAll(() => rm(root, { recursive: true }))

test('every long text file of the build has its compressed versions, the service worker too', async () => {
  const assets = await readdir(join(root, 'dist/assets'))
  const script = assets.find((name) => name.endsWith('.js')) ?? ''
  expect(assets.toSorted()).toEqual([script, `${script}.br`, `${script}.gz`])
  for (const path of [`assets/${script}`, 'sw.js']) {
    const [bytes, br, gz] = await Promise.all(
      ['', '.br', '.gz'].map((ending) => readFile(join(root, 'dist', path + ending))),
    )
    expect(br && brotliDecompressSync(br)).toEqual(bytes)
    expect(gz && gunzipSync(gz)).toEqual(bytes)
  }
  expect(await readFile(join(root, 'dist/sw.js'), 'utf8')).toBe(worker)
})

test('short files and images are not compressed', async () => {
  const names = await readdir(join(root, 'dist'))
  expect(names.toSorted()).toEqual(['assets', 'index.html', 'logo.png', 'sw.js', 'sw.js.br', 'sw.js.gz'])
})
