import { createMemoryHistory } from '@tanstack/react-router'
import { endpoints } from '#contract/all.ts'
import { callBatch, mayBatch } from '#contract/call-batch.ts'
import type { UserDetail } from '#contract/sign-in.ts'
import { createQueryClient } from '#app/offline/query-client.ts'
import type { SessionLifecycle } from '#app/offline/session-lifecycle.ts'
import { createAppRouter } from '#app/router.ts'
import { startSession } from '#app/session/session.ts'
import { whoOf } from '#app/prefetch/first-calls.ts'

/** Found again in recorded inputs. */
const PERSON = {
  id: '811111111111',
  lawCompanyId: '822222222222',
  sysOrganId: '833333333333',
  county: '319844000000',
} as const
const ROLES = [
  { role: 'unit', organLevel: null },
  { role: 'property', organLevel: null },
  { role: 'provider', organLevel: null },
  { role: 'government', organLevel: 1 },
  { role: 'government', organLevel: 2 },
  { role: 'government', organLevel: 3 },
] as const
const paramOf = (at: number) => `85555555${String(at).padStart(2, '0')}`

/** Path → role → `id?input`; `$`: placeholder. */
export type Recorded = Record<string, Record<string, string>>

interface Call {
  readonly id: string
  readonly input: Readonly<Record<string, string>>
}

const asked: Call[] = []
const reads = new Map(endpoints().flatMap((call) => (mayBatch(call) ? [[call.path as string, call.id] as const] : [])))

function record(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(url as string, location.origin)
  if (pathname === callBatch.read.path) asked.push(...(JSON.parse(init?.body as string) as { calls: Call[] }).calls)
  const id = reads.get(pathname)
  searchParams.delete('_t')
  if (id && init?.credentials === 'omit') asked.push({ id, input: Object.fromEntries(searchParams) })
  return Promise.reject(new Error('recorded only'))
}

/** `$2`: second parameter; `$6county`: first six characters. */
function template(value: string, params: readonly string[]): string {
  const param = params.indexOf(value)
  if (param >= 0) return `$${param + 1}`
  for (const [field, own] of Object.entries(PERSON)) {
    if (value === own) return `$${field}`
    if (value === own.slice(0, 6)) return `$6${field}`
  }
  return encodeURIComponent(value)
}

/** The build's date: the page asks for another later. */
const isLasting = ({ input }: Call) => !Object.values(input).some((value) => /\b\d{4}-\d{2}\b/.test(value))

const asText = (calls: readonly Call[], params: readonly string[]) =>
  calls
    .filter(isLasting)
    .map(({ id, input }) => {
      const fields = Object.entries(input).map(([name, value]) => `${name}=${template(value, params)}`)
      return `${id}?${fields.join('&')}`
    })
    .join(' ')

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Calls that a route's loader makes when the route is opened without search parameters. */
async function callsOf(path: string): Promise<readonly Call[]> {
  asked.length = 0
  const client = createQueryClient()
  const sessions: Pick<SessionLifecycle, 'queryCache'> = {
    queryCache: () => Promise.resolve({ client, restore: () => Promise.resolve(), purge: () => Promise.resolve() }),
  }
  const router = createAppRouter(
    { sessions: sessions as SessionLifecycle },
    createMemoryHistory({ initialEntries: [path] }),
  )
  await router.load()
  // A loader may import first.
  await pause(30)
  const calls = router.state.location.pathname === path ? [...asked] : []
  router.history.destroy()
  client.clear()
  return calls
}

export async function recordCalls(): Promise<Recorded> {
  globalThis.fetch = record
  const recorded: Recorded = {}
  const { routesByPath } = createAppRouter({ sessions: {} } as never, createMemoryHistory())
  const paths = Object.keys(routesByPath)
  // The first round loads modules.
  for (const role of [ROLES[0], ...ROLES]) {
    const person = { ...PERSON, ...role, name: '', account: '', isNeedModify: 1, isNeedEdit: 1 }
    startSession('token', person as unknown as UserDetail)
    for (const path of paths) {
      const params: string[] = []
      const open = path.replace(/\$\w+/g, () => paramOf(params.push(paramOf(params.length + 1))))
      const calls = asText(await callsOf(open), params)
      if (calls) (recorded[path.replace(/\$\w+/g, ':')] ??= {})[whoOf(person)] = calls
    }
  }
  return recorded
}
