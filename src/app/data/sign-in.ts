import type { InputOf } from '#contract/endpoint.ts'
import { signInCalls, type UserDetail } from '#contract/sign-in.ts'
import { send, sendWith } from '#app/session/send.ts'

/** Without a session on this device yet. */
export interface SignInResult {
  readonly token: string
  readonly user: UserDetail
}

/** Captcha; every call creates a new one. */
export const fetchPicture = (signal?: AbortSignal) => send(signInCalls.picture, {}, signal)

export async function signInWith(token: string): Promise<SignInResult> {
  const { token: real, answer } = await sendWith(token, signInCalls.detail, {})
  return { token: real, user: answer }
}

export async function signIn(input: Omit<InputOf<typeof signInCalls.signIn>, 'type'>): Promise<SignInResult> {
  const { 'x-auth-token': token } = await send(signInCalls.signIn, { ...input, type: 1 })
  return signInWith(token)
}

/** Never cached: the unit's key. */
export const fetchUser = (signal?: AbortSignal) => send(signInCalls.detail, {}, signal)

export const signOut = () => send(signInCalls.signOut, {})

export const dropSession = (token: string) => sendWith(token, signInCalls.signOut, {})
