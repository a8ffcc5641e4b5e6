import type { QueryClient } from '@tanstack/react-query'
import { issueTicket } from '#app/data/auth.ts'
import { type SignInResult, dropSession } from '#app/data/sign-in.ts'
import { contentQuery } from '#app/data/content.ts'
import { CallError } from '#app/lib/call.ts'
import type { SessionLifecycle } from '#app/offline/session-lifecycle.ts'

/** Source: document 1, section 4. */
export function providerAddress(site: string, ticket: string): string {
  const address = new URL(site)
  address.searchParams.set('type', 'SERVICE_PROVIDERS')
  address.searchParams.set('token', ticket)
  return address.href
}

const CONSOLE = '/provider'

/** Our console, unless providers have a site of their own. @throws CallError; the new session is ended first */
export async function arriveAsProvider(sessions: SessionLifecycle, { token, user }: SignInResult): Promise<void> {
  const { client } = await sessions.queryCache()
  location.assign((await siteAddress(client, { token, user })) ?? (await ownConsole(sessions, { token, user })))
}

async function ownConsole(sessions: SessionLifecycle, { token, user }: SignInResult): Promise<string> {
  await sessions.signIn(token, user)
  return CONSOLE
}

async function siteAddress(client: QueryClient, { token, user }: SignInResult): Promise<string | null> {
  try {
    const { providerUrl } = await client.fetchQuery(contentQuery.settings())
    if (providerUrl === '') return null
    if (user.isNeedModify === 0) throw new CallError(403, '请先修改初始密码：点击“忘记密码”，用手机号设置新密码')
    return providerAddress(providerUrl, await issueTicket(token))
  } catch (error) {
    await dropSession(token).catch(() => undefined)
    throw error
  }
}
