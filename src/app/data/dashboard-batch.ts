import { queryOptions } from '@tanstack/react-query'
import { may } from '#contract/access.ts'
import { dashboard, type DashboardPart } from '#contract/dashboard.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { CallError } from '#app/lib/call.ts'
import { send } from '#app/session/send.ts'
import { actorOf, currentSession } from '#app/session/session.ts'
import { queryOf } from './query-of.ts'

/** What a dashboard is about: a unit, and one of its buildings or (empty) all. */
export interface DashboardScope {
  readonly lawCompanyId: string
  readonly buildingId: string
}

type Answers = OutputOf<typeof dashboard.opening>

/** Parts asked for in one go, and their answers; null: each is to be asked for by its own call. */
interface Gathering {
  readonly parts: Set<DashboardPart>
  readonly answers: Promise<Answers | null>
}

const gatherings = new Map<string, Gathering>()
/** Another server, that speaks the documented calls alone, is asked for all at once only once. */
let serverLacksIt = false

async function ask(scope: DashboardScope, parts: ReadonlySet<DashboardPart>): Promise<Answers | null> {
  if (parts.size < 2 || serverLacksIt) return null
  try {
    return await send(dashboard.opening, { ...scope, parts: [...parts].join(',') })
  } catch (error) {
    if (!(error instanceof CallError) || error.unanswered || error.code === 401) throw error
    serverLacksIt = error.code === 'http'
    return null
  }
}

function gather(scope: DashboardScope, part: DashboardPart): Promise<Answers | null> {
  const key = `${scope.lawCompanyId} ${scope.buildingId}`
  const current = gatherings.get(key)
  if (current) {
    current.parts.add(part)
    return current.answers
  }
  const parts = new Set([part])
  const answers = Promise.resolve().then(() => {
    gatherings.delete(key)
    return ask(scope, parts)
  })
  gatherings.set(key, { parts, answers })
  return answers
}

type NoEffect = Endpoint & { readonly effect: false }

/**
 * The query of a call whose answer is also a part of the dashboard's: what is asked for in the same moment travels in
 * one call, and lies under the same key as if each had been asked for by itself.
 */
export function partOf<E extends NoEffect>(
  endpoint: E,
  input: InputOf<E>,
  part: DashboardPart,
  scope: DashboardScope,
) {
  const alone = queryOf(endpoint, input)
  return queryOptions<OutputOf<E>, Error, OutputOf<E>, readonly [string, InputOf<E>]>({
    queryKey: alone.queryKey,
    meta: { keep: endpoint.cache === 'keep' },
    async queryFn({ signal }) {
      const answers = may(dashboard.opening.access, actorOf(currentSession())) ? await gather(scope, part) : null
      const own = answers?.[part] as OutputOf<E> | undefined
      return own === undefined ? send(endpoint, input, signal) : own
    },
  })
}
