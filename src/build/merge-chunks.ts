interface Module {
  readonly id: string
  readonly size: number
  readonly imports: readonly string[]
  /** Loads that need it. */
  readonly users: ReadonlySet<string>
  /** Of these, loads that always come after another that needs it. */
  readonly after: ReadonlySet<string>
}

export interface Chunk {
  readonly modules: readonly Module[]
  readonly size: number
  readonly users: Set<string>
  readonly after: Set<string>
}

/** A request costs as much as this many characters of source. */
const REQUEST = 12_000

function union<T>(...sets: readonly Iterable<T>[]): Set<T> {
  return new Set(sets.flatMap((set) => [...set]))
}

/** By users; then merged while that saves more requests than it adds bytes. */
export function mergeChunks(modules: readonly Module[], weightOf: (user: string) => number): Chunk[] {
  const sets = new Map<string, Module[]>()
  for (const module of modules) {
    const key = [...module.users]
      .filter((user) => !module.after.has(user))
      .sort()
      .join()
    sets.set(key, [...(sets.get(key) ?? []), module])
  }
  const chunkOf = new Map<string, Chunk>()
  const make = (from: readonly Module[]): Chunk => {
    const chunk = {
      modules: from,
      size: from.reduce((sum, { size }) => sum + size, 0),
      users: union(...from.map(({ users }) => users)),
      after: union(...from.map(({ after }) => after)),
    }
    for (const { id } of from) chunkOf.set(id, chunk)
    return chunk
  }
  const chunks = new Set([...sets.values()].map(make))

  function reach(from: Chunk): Set<Chunk> {
    const seen = new Set<Chunk>()
    const pending = [from]
    for (let chunk = pending.pop(); chunk; chunk = pending.pop()) {
      for (const { imports } of chunk.modules) {
        for (const id of imports) {
          const next = chunkOf.get(id)
          if (!next || next === from || seen.has(next)) continue
          seen.add(next)
          pending.push(next)
        }
      }
    }
    return seen
  }
  const costOf = (size: number, users: Iterable<string>, except: ReadonlySet<string>) => {
    let cost = 0
    for (const user of users) if (!except.has(user)) cost += weightOf(user) * (size + REQUEST)
    return cost
  }
  /** Merged, two chunks and a third between them would import each other. */
  function groupOf(a: Chunk, b: Chunk): Set<Chunk> {
    const between = (from: Chunk, to: Chunk) => [...reach(from)].filter((chunk) => chunk !== to && reach(chunk).has(to))
    return new Set([a, b, ...between(a, b), ...between(b, a)])
  }
  function gainOf(group: ReadonlySet<Chunk>, reached: Iterable<Chunk> = []): number {
    const all = [...group]
    const [users, after] = [union(...all.map((chunk) => chunk.users)), union(...all.map((chunk) => chunk.after))]
    const size = all.reduce((sum, chunk) => sum + chunk.size, 0)
    let gain = -costOf(size, users, after)
    for (const chunk of all) gain += costOf(chunk.size, chunk.users, chunk.after)
    for (const chunk of reached) if (!group.has(chunk)) gain -= costOf(chunk.size, users, chunk.users)
    return gain
  }

  const gains = new Map<Chunk, Map<Chunk, number>>()
  const compare = (a: Chunk, b: Chunk) => {
    const gain = gainOf(new Set([a, b]))
    if (gain > 0) gains.set(a, (gains.get(a) ?? new Map<Chunk, number>()).set(b, gain))
  }
  const all = [...chunks]
  all.forEach((a, at) => all.slice(at + 1).forEach((b) => compare(a, b)))
  for (;;) {
    let best: { a: Chunk; b: Chunk; gain: number } | undefined
    let second = 0
    for (const [a, others] of gains) {
      for (const [b, gain] of others) {
        if (gain > (best?.gain ?? 0)) {
          second = best?.gain ?? 0
          best = { a, b, gain }
        } else if (gain > second) second = gain
      }
    }
    if (!best) return [...chunks]
    const { a, b } = best
    const group = groupOf(a, b)
    const gain = gainOf(group, union(...[...group].map(reach)))
    if (gain <= 0) gains.get(a)?.delete(b)
    else if (gain < second) gains.get(a)?.set(b, gain)
    if (gain < second || gain <= 0) continue
    for (const gone of group) {
      chunks.delete(gone)
      gains.delete(gone)
      gains.forEach((others) => others.delete(gone))
    }
    const merged = make([...group].flatMap((chunk) => chunk.modules))
    for (const chunk of group) for (const user of chunk.users) merged.users.add(user)
    for (const chunk of reach(merged)) for (const user of merged.users) chunk.users.add(user)
    chunks.forEach((other) => compare(other, merged))
    chunks.add(merged)
  }
}
