import { useSyncExternalStore } from 'react'
import type { Actor, OrganLevel } from '#contract/access.ts'
import type { UserDetail } from '#contract/sign-in.ts'
import { APP_PREFIX, readStored, removeStored, writeStored } from '#app/lib/storage.ts'
import { createStore } from '#app/ui/store.ts'

/** The key pair is never stored. */
export type SessionUser = Omit<UserDetail, 'secret' | 'appKey'>

export interface Session {
  readonly token: string
  readonly user: SessionUser
}

/** Storage keys defined by the documents. */
const HEADERS = 'Headers'
const USER_INFO = 'UserInfo'
/** Why the server ended the session, until the next sign-in. */
export const SIGNED_OUT = 'device:signed-out'

function read(): Session | null {
  const headers = readStored<{ 'x-auth-token': string }>(HEADERS)
  const user = readStored<SessionUser>(USER_INFO)
  return headers && user ? { token: headers['x-auth-token'], user } : null
}

const { read: currentSession, write: change, follow: followSession } = createStore(read())

export { currentSession, followSession }

export function startSession(token: string, detail: UserDetail): void {
  const { secret: _secret, appKey: _appKey, ...user } = detail
  removeStored(SIGNED_OUT)
  writeStored(USER_INFO, user)
  writeStored(HEADERS, { 'x-auth-token': token })
  change({ token, user })
}

export function takeToken(token: string): void {
  const current = currentSession()
  if (!current || current.token === token) return
  writeStored(HEADERS, { 'x-auth-token': token })
  change({ ...current, token })
}

export function forgetSession(): void {
  removeStored(HEADERS)
  removeStored(USER_INFO)
  change(null)
}

export function useSession(): Session | null {
  return useSyncExternalStore(followSession, currentSession)
}

/** Source: document 1, section 3. */
export function owesPassword(session: Session | null): boolean {
  return session?.user.isNeedModify === 0
}

/** Source: document 1, section 3. */
export function owesInformation(session: Session | null): boolean {
  return session?.user.isNeedEdit === 0
}

export function markInformationComplete(): void {
  const current = currentSession()
  if (!current) return
  const user: SessionUser = { ...current.user, isNeedEdit: 1 }
  writeStored(USER_INFO, user)
  change({ ...current, user })
}

export function actorOf(session: Session | null): Actor | null {
  return session && { role: session.user.role, organLevel: session.user.organLevel as OrganLevel | null }
}

/** In another tab. */
export function onSessionElsewhere(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    const current = currentSession()
    if (!current || ![null, APP_PREFIX + HEADERS, APP_PREFIX + USER_INFO].includes(key)) return
    const next = read()
    if (next?.user.id === current.user.id) change(next)
    else listener()
  })
}
