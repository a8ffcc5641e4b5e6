import { queryOptions } from '@tanstack/react-query'
import { may } from '#contract/access.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { CallError } from '#app/lib/call.ts'
import { send } from '#app/session/send.ts'
import { actorOf, currentSession } from '#app/session/session.ts'
import { queryOf } from './query-of.ts'

type NoEffect = Endpoint & { readonly effect: false }

/** Parts asked for in one go, and their answers; null: each is to be asked for by its own call. */
interface Gathering<A> {
  readonly parts: Set<keyof A & string>
  readonly answers: Promise<A | null>
}

/**
 * For a call that answers several others' at once: makes the queries of those others, so that what is asked for in the
 * same moment, of the same scope, travels in one call and lies under the same keys as if each had been asked for alone.
 * @param inputOf the call's input for a scope and the parts' names with commas between
 * @param fewest how many parts are worth asking together; 1 where a part's own call is not for everybody who sees it
 */
export function batchOf<E extends NoEffect, S extends Readonly<Record<string, string | number>>>(
  opening: E,
  inputOf: (scope: S, parts: string) => InputOf<E>,
  fewest = 2,
) {
  type Answers = OutputOf<E>
  const gatherings = new Map<string, Gathering<Answers>>()
  /** Another server, that speaks the documented calls alone, is asked for all at once only once. */
  let serverLacksIt = false

  async function ask(scope: S, parts: ReadonlySet<string>): Promise<Answers | null> {
    if (parts.size < fewest || serverLacksIt) return null
    try {
      return await send(opening, inputOf(scope, [...parts].join(',')))
    } catch (error) {
      if (!(error instanceof CallError) || error.unanswered || error.code === 401) throw error
      serverLacksIt = error.code === 'http'
      return null
    }
  }

  function gather(scope: S, part: keyof Answers & string): Promise<Answers | null> {
    const key = Object.values(scope).join(' ')
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

  /** The query of a call whose answer is also a part of the opening's. */
  return function partOf<P extends NoEffect>(
    endpoint: P,
    input: InputOf<P>,
    part: keyof Answers & string,
    scope: S,
  ) {
    const alone = queryOf(endpoint, input)
    return queryOptions<OutputOf<P>, Error, OutputOf<P>, readonly [string, InputOf<P>]>({
      queryKey: alone.queryKey,
      meta: { keep: endpoint.cache === 'keep' },
      async queryFn({ signal }) {
        const answers = may(opening.access, actorOf(currentSession())) ? await gather(scope, part) : null
        const own = answers?.[part] as OutputOf<P> | undefined
        return own === undefined ? send(endpoint, input, signal) : own
      },
    })
  }
}
