import type { MiddlewareHandler } from 'hono'

/** The port is compared only if configured. */
export interface HostEntries {
  readonly enterpriseHost: string
  readonly supervisionHost: string
}

const YEAR_SEC = 365 * 86_400

const isHost = (asked: string, entry: string) =>
  entry !== '' && (asked === entry || asked.replace(/:\d+$/, '') === entry)

/** The cookie lets the app redirect when the service worker serves `/`. */
export function hostEntries({ enterpriseHost, supervisionHost }: HostEntries): MiddlewareHandler {
  const enterprise = enterpriseHost.toLowerCase()
  const supervision = supervisionHost.toLowerCase()
  return async (c, next) => {
    const host = (c.req.header('host') ?? '').toLowerCase()
    const page = isHost(host, enterprise) ? 'login' : isHost(host, supervision) ? 'loginxf' : null
    if (!page || c.req.path !== '/') return next()
    c.header('set-cookie', `entry=${page}; Path=/; Max-Age=${YEAR_SEC}; SameSite=Lax`)
    c.header('vary', 'host')
    return c.redirect(`/${page}`, 302)
  }
}
