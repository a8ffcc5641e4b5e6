import type { MiddlewareHandler } from 'hono'

/** Host names that lead straight to a sign-in page; empty: none. A port counts where one is named. */
export interface HostEntries {
  readonly enterpriseHost: string
  readonly supervisionHost: string
}

const YEAR_SEC = 365 * 86_400

const isHost = (asked: string, entry: string) =>
  entry !== '' && (asked === entry || asked.replace(/:\d+$/, '') === entry)

/**
 * Leads a request for `/` under one of the two entry hosts to its sign-in page. The cookie tells the app the same
 * later, when the kept shell answers `/` and this server is not asked. Source: rulings, Pages the documents only name.
 */
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
