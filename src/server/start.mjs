// Builds if missing or older than the sources.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const stamp = join(root, 'dist/sources.sha256')
const SOURCES = [
  'src',
  'mocks',
  'public',
  'index.html',
  'vite.config.ts',
  'tailwind.config.ts',
  'postcss.config.js',
  'package-lock.json',
]

function fingerprint() {
  const hash = createHash('sha256')
  const add = (path) => {
    if (path.endsWith('routeTree.gen.ts')) return
    hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  for (const source of SOURCES) {
    const path = join(root, source)
    if (!existsSync(path)) continue
    if (!/\.\w+$/.test(source)) {
      const entries = readdirSync(path, { recursive: true, withFileTypes: true })
      for (const file of entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort())
        add(file)
    } else add(path)
  }
  return hash.digest('hex')
}

const wanted = fingerprint()
const program = process.argv[2] ?? 'main'
if (program === 'stamp') {
  writeFileSync(stamp, wanted)
  process.exit()
}
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  process.stderr.write('building the app …\n')
  const built = spawnSync('npm', ['run', 'build', '--silent'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (built.status !== 0) process.exit(built.status ?? 1)
}

process.argv.splice(2, 1)
const run = (name) => import(pathToFileURL(join(root, `dist/server/${name}.js`)).href)
await run(program)
// The demo city goes offline after half an hour.
if (program === 'main') await run('feed')
