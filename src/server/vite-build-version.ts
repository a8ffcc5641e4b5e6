import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The commit of a clone, `-dirty` where files differ from it; empty where there is no clone and no `COMMIT`. */
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

/** The version of a build of `root`: package.json's, and the commit as semantic versioning's build metadata. */
export function buildVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const commit = commitOf(root)
  return commit === '' ? version : `${version}+${commit}`
}
