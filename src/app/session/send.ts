import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { API_BASE } from '#app/env.ts'
import { call, CallError, type Wire } from '#app/lib/call.ts'
import { writeStored } from '#app/lib/storage.ts'
import { currentSession, owesInformation, owesPassword, SIGNED_OUT, takeToken } from './session.ts'

type Hooks = Omit<Wire, 'base' | 'token' | 'onToken'>

const ignore = () => undefined
let hooks: Hooks = { onSignedOut: ignore, onAnswer: ignore, onSilence: ignore, onSlow: ignore }

/** Once at startup. */
export function listenToCalls(listener: Hooks): void {
  hooks = listener
}

const wireWith = (token: string | null, uid = currentSession()?.user.id): Wire => ({
  ...hooks,
  base: API_BASE,
  token,
  onToken(next) {
    if (uid === currentSession()?.user.id) takeToken(next)
  },
  // A late 401 must not end a newer session.
  onSignedOut(text) {
    if (token !== currentSession()?.token) return
    writeStored(SIGNED_OUT, text)
    hooks.onSignedOut(text)
  },
})

export const signedIn = () => wireWith(currentSession()?.token ?? null)

/** As the server would, while a password or information is due. */
export function needNothingOwed({
  access,
  whileOwing,
  whileIncomplete,
}: Pick<Endpoint, 'access' | 'whileOwing' | 'whileIncomplete'>): void {
  if (access === 'public' || whileOwing) return
  if (owesPassword(currentSession())) throw new CallError(403, '请先修改初始密码')
  if (!whileIncomplete && owesInformation(currentSession())) throw new CallError(403, '请先完善单位信息')
}

export async function send<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<OutputOf<E>> {
  needNothingOwed(endpoint)
  return call(signedIn(), endpoint, input, { signal })
}

/** @returns also the next token */
export async function sendWith<E extends Endpoint>(
  token: string,
  endpoint: E,
  input: InputOf<E>,
): Promise<{ readonly token: string; readonly answer: OutputOf<E> }> {
  let real = token
  const wire = { ...wireWith(token), onToken: (next: string) => void (real = next), onSignedOut: () => undefined }
  const answer = await call(wire, endpoint, input)
  return { token: real, answer }
}

export function addressOf(path: string): string {
  return new URL(path, API_BASE || location.origin).href
}
