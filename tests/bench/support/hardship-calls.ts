import { setTimeout as later } from 'node:timers/promises'
import { auth } from '#contract/auth.ts'
import { upload } from '#contract/upload.ts'
import { DEMO_PASSWORD } from '#demo/seed/account.ts'
import type { BuiltServer } from '../../support/built-server.ts'
import { jpeg } from '../../support/hostile-uploads.ts'
import { type Answer, ask } from './person.ts'

const GIVE_UP_MS = 120_000

export const codeOf = ({ status, body }: Answer) => (status === 503 ? 503 : (body?.code ?? status))
export const mostOf = (answers: readonly Answer[]) => Math.max(0, ...answers.map(({ ms }) => ms))

/** ms */
export async function untilWell(once: () => Promise<Answer>): Promise<number> {
  const from = performance.now()
  while (codeOf(await once()) !== 200) {
    if (performance.now() - from > GIVE_UP_MS) return Infinity
    await later(100)
  }
  return performance.now() - from
}

export async function trySignIn(server: BuiltServer, account: string, password = DEMO_PASSWORD): Promise<Answer> {
  const picture = await ask(server.url, auth.picture, {})
  const { photographToken = '' } = (picture.body?.data ?? {}) as { photographToken?: string }
  return ask(server.url, auth.signIn, { account, password, photographCode: '0000', photographToken })
}

export async function signInAt(server: BuiltServer, account: string): Promise<string> {
  const answer = await trySignIn(server, account)
  if (codeOf(answer) !== 200) throw new Error(`${account} is not let in: ${answer.status} ${answer.body?.message}`)
  const told = answer.body?.data as unknown as { 'x-auth-token': string }
  return told['x-auth-token']
}

export function store(server: BuiltServer, token: string, bytes: number, name: string): Promise<Answer> {
  const file = new File([jpeg(20, 20, name), Buffer.alloc(bytes, 7)], 'a.jpg', { type: 'image/jpeg' })
  return ask(server.url, upload.store, { file }, { 'x-auth-token': token })
}
