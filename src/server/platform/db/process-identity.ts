import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export type ProcessSpace = { host: string; boot: string; namespace: string }

function attempt(read: () => string): string {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

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
    // EPERM: the process runs under another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function startFromPs(pid: number): string {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env, stdio: 'pipe' })
}

/** Detects reused pids. Undefined: not running or a zombie; empty: unknown. */
export function startToken(pid: number): string | undefined {
  if (!isRunning(pid)) return undefined
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (stat === '') return attempt(() => startFromPs(pid))
  // The command name may contain spaces and parentheses: the state, 19 fields later the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return fields[19] ?? ''
}
