import type { InputOf } from '#contract/endpoint.ts'
import { signInCalls, type UserDetail } from '#contract/sign-in.ts'
import { send, sendWith } from '#app/session/send.ts'

/** Somebody who proved who they are, and whose session has not begun on this device yet. */
export interface Arrival {
  readonly token: string
  readonly user: UserDetail
}

/** A picture code; each one shown is a new one, so it is never cached. */
export const fetchPicture = (signal?: AbortSignal) => send(signInCalls.picture, {}, signal)

/** Reads who a token belongs to; a ticket is turned into the session's real token by it. */
export async function arriveWith(token: string): Promise<Arrival> {
  const { token: real, answer } = await sendWith(token, signInCalls.detail, {})
  return { token: real, user: answer }
}

/** Signs in as the unit and institution pages do. */
export async function signIn(input: Omit<InputOf<typeof signInCalls.signIn>, 'type'>): Promise<Arrival> {
  const { 'x-auth-token': token } = await send(signInCalls.signIn, { ...input, type: 1 })
  return arriveWith(token)
}

/** The signed-in person as the server knows them now; never cached, it carries the unit's key. */
export const fetchUser = (signal?: AbortSignal) => send(signInCalls.detail, {}, signal)

export const signOut = () => send(signInCalls.signOut, {})

/** Ends a session that did not begin on this device. */
export const dropSession = (token: string) => sendWith(token, signInCalls.signOut, {})
