import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FirstCalls } from '../app/prefetch/first-calls.ts'
import type { Recorded } from './record-calls.ts'

/** Roles with the same calls share an entry. */
export function recordFirstCalls(): FirstCalls {
  const script = fileURLToPath(new URL('record-calls.mjs', import.meta.url))
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const recorded = JSON.parse(execFileSync(process.execPath, [script], { cwd: root, encoding: 'utf8' })) as Recorded
  if (!('/socialData' in recorded)) throw new Error('No first calls were recorded')
  return Object.entries(recorded).map(([path, byRole]) => {
    const roles = new Map<string, string>()
    for (const [who, calls] of Object.entries(byRole)) roles.set(calls, (roles.get(calls) ?? '') + who)
    return [path, ...[...roles].map(([calls, who]) => [who, calls] as const)] as const
  })
}
