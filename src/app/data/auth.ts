import { auth, type UserDetail } from '#contract/auth.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { send, sendWith } from '#app/session/send.ts'

/** Somebody who proved who they are, and whose session has not begun on this device yet. */
export interface Arrival {
  readonly token: string
  readonly user: UserDetail
}

/** A picture code; each one shown is a new one, so it is never cached. */
export const fetchPicture = (signal?: AbortSignal) => send(auth.picture, {}, signal)

/** Reads who a token belongs to; a ticket is turned into the session's real token by it. */
export async function arriveWith(token: string): Promise<Arrival> {
  const { token: real, answer } = await sendWith(token, auth.detail, {})
  return { token: real, user: answer }
}

/** Signs in as the unit and institution pages do. */
export async function signIn(input: Omit<InputOf<typeof auth.signIn>, 'type'>): Promise<Arrival> {
  const { 'x-auth-token': token } = await send(auth.signIn, { ...input, type: 1 })
  return arriveWith(token)
}

/** Signs in as the portal does: by account and password, or by phone and code. */
export async function signInUnified(input: InputOf<typeof auth.unifiedSignIn>): Promise<Arrival> {
  const { 'x-auth-token': token } = await send(auth.unifiedSignIn, input)
  return arriveWith(token)
}

export const sendCode = (phone: string) => send(auth.sendCode, { phone })

/** Recovery: proves the phone, then sets the password. */
export const recover = (input: InputOf<typeof auth.recover>) => send(auth.recover, input)
export const resetPassword = (input: InputOf<typeof auth.resetPassword>) => send(auth.resetPassword, input)

/** Changes the own password; the session is over on the server afterwards. */
export const changePassword = (input: InputOf<typeof auth.changePassword>) => send(auth.changePassword, input)

/** The signed-in person as the server knows them now; never cached, it carries the unit's key. */
export const fetchUser = (signal?: AbortSignal) => send(auth.detail, {}, signal)

/** The unit's secret in full, after the password was given again. */
export const revealSecret = async (password: string) => (await send(auth.revealSecret, { password })).secret

/** A ticket for another site's address, for somebody whose session is not to begin here. */
export const issueTicket = async (token: string) => (await sendWith(token, auth.ticket, {})).answer.ticket

export const signOut = () => send(auth.signOut, {})

/** Ends a session that did not begin on this device. */
export const dropSession = (token: string) => sendWith(token, auth.signOut, {})
