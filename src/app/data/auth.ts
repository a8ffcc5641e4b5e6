import { auth } from '#contract/auth.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { send, sendWith } from '#app/session/send.ts'
import { type Arrival, arriveWith } from './sign-in.ts'

/** Signs in as the portal does: by account and password, or by phone and code. */
export async function signInUnified(input: InputOf<typeof auth.unifiedSignIn>): Promise<Arrival> {
  const { 'x-auth-token': token } = await send(auth.unifiedSignIn, input)
  return arriveWith(token)
}

export const sendCode = (input: InputOf<typeof auth.sendCode>) => send(auth.sendCode, input)

/** Recovery: proves the phone, then sets the password. */
export const recover = (input: InputOf<typeof auth.recover>) => send(auth.recover, input)
export const resetPassword = (input: InputOf<typeof auth.resetPassword>) => send(auth.resetPassword, input)

/** Changes the own password; the session is over on the server afterwards. */
export const changePassword = (input: InputOf<typeof auth.changePassword>) => send(auth.changePassword, input)

/** The unit's secret in full, after the password was given again. */
export const revealSecret = async (password: string) => (await send(auth.revealSecret, { password })).secret

/** A ticket for another site's address, for somebody whose session is not to begin here. */
export const issueTicket = async (token: string) => (await sendWith(token, auth.ticket, {})).answer.ticket
