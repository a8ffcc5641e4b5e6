import { auth } from '#contract/auth.ts'
import { content } from '#contract/content.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { send, sendWith } from '#app/session/send.ts'
import { type SignInResult, signInWith } from './sign-in.ts'

export async function signInUnified(input: InputOf<typeof auth.unifiedSignIn>): Promise<SignInResult> {
  const { 'x-auth-token': token } = await send(auth.unifiedSignIn, input)
  return signInWith(token)
}

export const sendCode = (input: InputOf<typeof auth.sendCode>) => send(auth.sendCode, input)

export const recover = (input: InputOf<typeof auth.recover>) => send(auth.recover, input)
export const resetForgottenPassword = (input: InputOf<typeof auth.resetPassword>) => send(auth.resetPassword, input)

export const readSupportLine = async () => (await send(content.settings, {})).support.line

/** The server ends the session. */
export const changePassword = (input: InputOf<typeof auth.changePassword>) => send(auth.changePassword, input)

export const revealSecret = async (password: string, renew = false) =>
  (await send(auth.revealSecret, { password, renew })).secret

export const issueTicket = async (token: string) => (await sendWith(token, auth.ticket, {})).answer.ticket
