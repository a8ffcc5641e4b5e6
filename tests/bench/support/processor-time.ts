import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second, as Linux tells times in /proc. */
const TICKS = 100

interface Times {
  readonly name: string
  readonly parent: number
  readonly own: number
  readonly gone: number
}

function timesOf(pid: number): Times | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // A name may hold blanks.
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0] = fields.slice(1)
  const [user = 0, system = 0, goneUser = 0, goneSystem = 0] = fields.slice(11)
  return { name, parent, own: (user + system) / TICKS, gone: (goneUser + goneSystem) / TICKS }
}

/** Seconds, with gone children (Linux). */
export function processorSeconds(root: number): number {
  const all = new Map<number, Times>()
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : null
    if (times) all.set(Number(name), times)
  }
  const isOf = (pid: number): boolean => pid === root || (all.has(pid) && isOf(all.get(pid)!.parent))
  return [...all].reduce((sum, [pid, { own, gone }]) => (isOf(pid) ? sum + own + gone : sum), 0)
}

/** By one that serves a connection; 0: elsewhere. */
export function firstOfServer(pid: number): number {
  const times = timesOf(pid)
  return times?.name === 'postgres' ? times.parent : 0
}
