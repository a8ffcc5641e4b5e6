import type { UserDetail } from '#contract/sign-in.ts'
import { currentSession, forgetSession, startSession } from '#app/session/session.ts'
import type { Memory } from './memory.ts'

/** The way in and out of an account on this device: what was read under one is never seen under another. */
export interface Door {
  /** What the app has read; loaded with the first page that reads. */
  memory(): Promise<Memory>
  /** Restores what the session's account kept; before anything is shown. */
  open(): Promise<void>
  /** Begins a session. */
  enter(token: string, user: UserDetail): Promise<void>
  /** Ends it on this device: everything that was read leaves; works with the server unreachable. */
  leave(packsStay?: boolean): Promise<void>
}

/** What routes are given. */
export interface RouterContext {
  readonly door: Door
}

/** @param onPurged called when another tab made everything leave */
export function createDoor(onPurged: () => void): Door {
  let loaded: Promise<Memory> | undefined
  const memory = () => (loaded ??= import('./memory.ts').then(({ createMemory }) => createMemory(onPurged)))

  const open = async () => {
    const session = currentSession()
    if (session) await (await memory()).keep(session.user.id)
  }
  const leave = async (packsStay?: boolean) => {
    forgetSession()
    await (await memory()).forget(packsStay)
  }
  return {
    memory,
    open,
    leave,
    async enter(token, user) {
      if (currentSession()) await leave()
      startSession(token, user)
      await open()
    },
  }
}
