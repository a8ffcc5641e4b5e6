import { API_BASE } from '#app/env.ts'
import type { EarlyAnswer } from '#app/lib/early-answer.ts'
import { readStored } from '#app/lib/storage.ts'
import { firstQuestion, type Person } from './first-question.ts'

/** Makes the call that the page will make first, as the person whose session this device keeps. */
export function askFirst(): EarlyAnswer | undefined {
  const token = readStored<Record<string, string>>('Headers')?.['x-auth-token']
  const question = token && firstQuestion(location.pathname, location.search, readStored<Person>('UserInfo') ?? {})
  if (!token || !question) return undefined
  const giveUp = new AbortController()
  const address = API_BASE + question
  const response = fetch(`${address}&_t=${String(Math.random()).slice(2)}`, {
    headers: { 'x-auth-token': token },
    credentials: 'omit',
    cache: 'no-store',
    signal: giveUp.signal,
  })
  // Whoever takes it up hears of a failure; nobody may.
  response.catch(() => undefined)
  return { address, token, response, abort: () => giveUp.abort() }
}
