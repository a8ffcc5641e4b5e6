import type { UserDetail } from '#contract/sign-in.ts'
import { currentSession, forgetSession, startSession } from '#app/session/session.ts'
import type { QueryCache } from './query-cache.ts'

export interface SessionLifecycle {
  queryCache(): Promise<QueryCache>
  /** Restores the current account's cached responses; call before the first render. */
  restore(): Promise<void>
  signIn(token: string, user: UserDetail): Promise<void>
  signOut(packsStay?: boolean): Promise<void>
}

export interface RouterContext {
  readonly sessions: SessionLifecycle
}

export function createSessionLifecycle(onPurged: () => void): SessionLifecycle {
  let loaded: Promise<QueryCache> | undefined
  const memory = () =>
    (loaded ??= import('./query-cache.ts').then(({ createQueryCache }) => createQueryCache(onPurged)))

  const open = async () => {
    const session = currentSession()
    if (session) await (await memory()).restore(session.user.id)
  }
  const leave = async (packsStay?: boolean) => {
    forgetSession()
    await (await memory()).purge(packsStay)
  }
  return {
    queryCache: memory,
    restore: open,
    signOut: leave,
    async signIn(token, user) {
      if (currentSession()) await leave()
      startSession(token, user)
      await open()
    },
  }
}
