import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `-dirty` if files differ; empty without `COMMIT` and git. */
function commitOf(root: string): string {
  const given = process.env['COMMIT']?.trim()
  if (given) return given
  try {
    const args = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*']
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/** Commit as semver build metadata. */
export function buildVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const commit = commitOf(root)
  return commit === '' ? version : `${version}+${commit}`
}

export const workerScript = (root: string): string =>
  `sw-${buildVersion(root)
    .replace(/[^\w-]/g, '-')
    .slice(0, 50)}.js`
