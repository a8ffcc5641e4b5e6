import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { Deps } from '../platform/deps.ts'
import { NOOP_OPERATIONS } from '../platform/noop-operations.ts'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
/** Such a request is not local, even on loopback. */
const OF_PROXIES = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']
const digest = (text: string) => createHash('sha256').update(text).digest()

function broughtToken(authorization: string): string {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) (.+)$/.exec(authorization) ?? []
  return scheme === 'Basic'
    ? Buffer.from(value, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : value
}

/** Without a token: direct loopback only. */
export function mayRead(c: Context, { operations }: Pick<Deps, 'operations'>): boolean {
  const { metricsToken } = operations ?? NOOP_OPERATIONS
  if (metricsToken !== undefined)
    return timingSafeEqual(digest(broughtToken(c.req.header('authorization') ?? '')), digest(metricsToken))
  const socket = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket
  return LOOPBACK.test(socket?.remoteAddress ?? '') && OF_PROXIES.every((name) => c.req.header(name) === undefined)
}
