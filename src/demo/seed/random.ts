/** Equal for equal names. */
export interface Rng {
  /** In [0, 1). */
  next(): number
  int(min: number, max: number): number
  float(min: number, max: number, decimals: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Fewer if `from` is shorter. */
  sample<T>(from: readonly T[], count: number): T[]
  hex(length: number): string
}

function hash(name: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193)
  return h >>> 0
}

export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

/** FNV-1a, mulberry32; one stream per object: additions change no other. */
export function rngFor(...name: readonly (string | number)[]): Rng {
  let state = hash(name.join('/'))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  function pick<T>(from: readonly T[]): T {
    const chosen = from[Math.floor(next() * from.length)]
    if (chosen === undefined) throw new Error(`nothing to pick from in ${name.join('/')}`)
    return chosen
  }
  return {
    next,
    int,
    pick,
    float: (min, max, decimals) => round(min + next() * (max - min), decimals),
    chance: (probability) => next() < probability,
    sample<T>(from: readonly T[], count: number) {
      const rest = [...from]
      const chosen: T[] = []
      while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(int(0, rest.length - 1), 1))
      return chosen
    },
    hex: (length) => Array.from({ length }, () => int(0, 15).toString(16)).join(''),
  }
}
