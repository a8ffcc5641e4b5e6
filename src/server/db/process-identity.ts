import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Where process numbers mean the same: one running system, one process namespace. */
export type ProcessSpace = { host: string; boot: string; namespace: string }

function attempt(read: () => string): string {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

/** The space this process lives in; `boot` and `namespace` are empty where the system names neither (not Linux). */
export function currentSpace(): ProcessSpace {
  return {
    host: hostname(),
    boot: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    namespace: attempt(() => readlinkSync('/proc/self/ns/pid')),
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, under another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// Fixed locale and zone: two processes must read the same words for the same start.
function startFromPs(pid: number): string {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env, stdio: 'pipe' })
}

/**
 * When the process with that number was started, as a token to compare: a number is given out again, a start is not.
 * Undefined when no such process runs; a killed one nobody has waited for yet does not run. Empty when the system doesn't tell.
 */
export function startToken(pid: number): string | undefined {
  if (!isRunning(pid)) return undefined
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (stat === '') return attempt(() => startFromPs(pid))
  // Counted from behind the command name, which may hold blanks and brackets: the state, and 19 fields on the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return fields[19] ?? ''
}
