import type { QueryClient } from '@tanstack/react-query'
import { issueTicket } from '#app/data/auth.ts'
import { type SignInResult, dropSession } from '#app/data/sign-in.ts'
import { contentQuery } from '#app/data/content.ts'
import { CallError } from '#app/lib/call.ts'

/** Source: document 1, section 4. */
export function providerAddress(site: string, ticket: string): string {
  const address = new URL(site)
  address.searchParams.set('type', 'SERVICE_PROVIDERS')
  address.searchParams.set('token', ticket)
  return address.href
}

/** @throws CallError; the new session is ended first */
export async function wayToProviderSite(client: QueryClient, { token, user }: SignInResult): Promise<string> {
  try {
    const { providerUrl } = await client.fetchQuery(contentQuery.settings())
    if (providerUrl === '') throw new CallError(403, '服务商请使用服务商平台登录，其地址尚未配置，请联系技术支持')
    if (user.isNeedModify === 0) throw new CallError(403, '请先修改初始密码：点击“忘记密码”，用手机号设置新密码')
    return providerAddress(providerUrl, await issueTicket(token))
  } catch (error) {
    await dropSession(token).catch(() => undefined)
    throw error
  }
}
