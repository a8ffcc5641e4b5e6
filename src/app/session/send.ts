import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { API_BASE } from '#app/env.ts'
import { call, CallError, callTelling, type Telling, type Transport, type Wire } from '#app/lib/call.ts'
import { currentSession, owesInformation, owesPassword, takeToken } from './session.ts'

type Hooks = Pick<Wire, 'onSignedOut' | 'onAnswer' | 'onSilence' | 'onMinimum'>

const nobody: Hooks = { onSignedOut: () => undefined, onAnswer: () => undefined, onSilence: () => undefined }
let hooks: Hooks = nobody

/** What happens when a call finds the session ended, the server answering, or silent; set once at the start. */
export function listenToCalls(listener: Hooks): void {
  hooks = listener
}

const wireWith = (token: () => string | null): Wire => ({
  base: API_BASE,
  token,
  onToken: takeToken,
  onSignedOut: (text) => hooks.onSignedOut(text),
  onAnswer: () => hooks.onAnswer(),
  onSilence: () => hooks.onSilence(),
  onMinimum: (version) => hooks.onMinimum?.(version),
})

const signedIn = wireWith(() => currentSession()?.token ?? null)

/** While a password change or the unit's information is owed, what the server would refuse isn't sent. */
function needNothingOwed({ access, whileOwing, whileIncomplete }: Endpoint): void {
  if (access === 'public' || whileOwing) return
  if (owesPassword(currentSession())) throw new CallError(403, '请先修改初始密码')
  if (!whileIncomplete && owesInformation(currentSession())) throw new CallError(403, '请先完善单位信息')
}

/** Makes a call as the signed-in person. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<OutputOf<E>> {
  needNothingOwed(endpoint)
  return call(signedIn, endpoint, input, { signal })
}

const telling =
  (onProgress: (share: number) => void): Transport =>
  async (url, init) =>
    (await import('#app/lib/send-body.ts')).sendBody(url, init, onProgress)

/**
 * As {@link send}, with the sentence the server answers with, where that is for a person to read.
 * @param key names a change, so that our server makes it once however often it is sent
 * @param onProgress told the share of the body that has gone out, 0–1
 */
export async function sendTelling<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  key?: string,
  onProgress?: (share: number) => void,
): Promise<Telling<OutputOf<E>>> {
  needNothingOwed(endpoint)
  return callTelling(signedIn, endpoint, input, { key, ...(onProgress && { transport: telling(onProgress) }) })
}

/**
 * Makes a call with a token that is not the session's (yet).
 * @returns the answer, and the token to go on with: the one the server handed over, else the one given
 */
export async function sendWith<E extends Endpoint>(
  token: string,
  endpoint: E,
  input: InputOf<E>,
): Promise<{ readonly token: string; readonly answer: OutputOf<E> }> {
  let real = token
  const wire = { ...wireWith(() => token), onToken: (next: string) => void (real = next), onSignedOut: () => undefined }
  const answer = await call(wire, endpoint, input)
  return { token: real, answer }
}

/** An address the server answered with, as one the browser can open. */
export function addressOf(path: string): string {
  return new URL(path, API_BASE || location.origin).href
}
