export interface Person {
  readonly role?: string
  readonly organLevel?: number | null
  readonly isNeedModify?: number
  readonly isNeedEdit?: number
}

/** Path with `:` parameters, roles, calls (src/build/record-calls.ts). */
export type FirstCalls = readonly (readonly [
  path: string,
  ...roles: readonly (readonly [who: string, calls: string])[],
])[]

/** One character per role and level. */
export const whoOf = ({ role = '', organLevel }: Person): string => String(organLevel ?? role[3])

/** As `{id, input}` in JSON; none if uncertain. */
export function firstCalls(routes: FirstCalls, path: string, search: string, person: Person): string[] {
  if (search !== '' || person.isNeedModify === 0 || person.isNeedEdit === 0) return []
  for (const [pattern, ...roles] of routes) {
    const params = new RegExp(`^${pattern.replace(/:/g, '([^/]+)')}$`).exec(path)
    const calls = params && roles.find(([who]) => who.includes(whoOf(person)))?.[1]
    if (!calls) continue
    const valueOf = (_: string, at: string, field: string) =>
      field
        ? encodeURIComponent(String(person[field as keyof Person] ?? '').slice(0, Number(at) || 99))
        : (params[Number(at)] ?? '')
    return calls.split(' ').map((call) => {
      const [id, query] = call.replace(/\$(\d*)([a-zA-Z]*)/g, valueOf).split('?')
      return JSON.stringify({ id, input: Object.fromEntries(new URLSearchParams(query)) })
    })
  }
  return []
}
