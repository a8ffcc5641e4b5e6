// For update-matrix.spec.ts: node tests/bench/older-builds.mjs FOLDER COMMIT...
// Prints OLDER_BUILDS. Dependencies are this tree's.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const [folder, ...commits] = process.argv.slice(2)
if (!folder || commits.length === 0) throw new Error('node tests/bench/older-builds.mjs FOLDER COMMIT...')
const built = commits.map((commit) => {
  const place = resolve(folder, commit)
  const client = join(place, 'dist/client')
  if (existsSync(join(client, 'sw.js'))) return client
  mkdirSync(place, { recursive: true })
  const tree = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', place], { input: tree })
  if (!existsSync(join(place, 'node_modules'))) symlinkSync(resolve('node_modules'), join(place, 'node_modules'))
  execFileSync(join(place, 'node_modules/.bin/vite'), ['build', '--logLevel', 'warn'], { cwd: place, stdio: 'inherit' })
  return client
})
console.log(`OLDER_BUILDS=${built.join(',')}`)
