import type { HonoRequest, MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

export interface SecurityOptions {
  /** Further origins the client may call, as `https://restapi.amap.com`. */
  readonly connect?: readonly string[]
  /** Whether every request reaches us by https, whatever the proxy in front says. */
  readonly https?: boolean
}

/** Only what Chromium knows: it complains in the console of every name it doesn't. */
const offInEveryPage = {
  accelerometer: [],
  displayCapture: [],
  encryptedMedia: [],
  gyroscope: [],
  hid: [],
  idleDetection: [],
  magnetometer: [],
  microphone: [],
  midi: [],
  payment: [],
  pictureInPicture: [],
  publickeyCredentialsGet: [],
  serial: [],
  syncXhr: [],
  usb: [],
  xrSpatialTracking: [],
}

/** Told by who serves a page, never sent: the hashes of the scripts that stand in it, with blanks between. */
export const INLINE_SCRIPTS = 'x-inline-scripts'

const self = "'self'"
const none = "'none'"

/** What the library would add besides: headers for browsers long gone, 200 bytes of weak signal in every answer. */
const leftOut = {
  originAgentCluster: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  overwrite: false,
}

/**
 * What an answer of data carries: a policy that allows nothing at all and is a third as long as a page's. Data needs no
 * more, and 700 bytes count on a weak signal.
 */
const DATA = {
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' }

/** Whether a request came by https. The proxy's word is enough: who lies about it only reaches his own browser. */
export const cameByHttps = (req: HonoRequest): boolean =>
  req.header('x-forwarded-proto')?.split(',', 1)[0]?.trim() === 'https' || req.url.startsWith('https:')

/** As {@link securityHeaders}, for an answer of data that is made with its headers. */
export const dataHeaders = (req: HonoRequest): Record<string, string> =>
  cameByHttps(req) ? { ...DATA, ...HTTPS_ONLY } : { ...DATA }

/**
 * The headers every answer carries. One that a handler set itself stays, as a download's stricter policy;
 * an answer that says nothing about caching is `no-store`.
 */
export function securityHeaders({ connect = [], https = false }: SecurityOptions = {}): MiddlewareHandler {
  const forPage = (inlineScripts: readonly string[]) =>
    secureHeaders({
      ...leftOut,
      contentSecurityPolicy: {
        defaultSrc: [self],
        scriptSrc: [self, ...inlineScripts],
        // The one style element ApexCharts 4.7.0 adds, the same each time; no other inline style is let in.
        styleSrc: [self, "'sha256-aSysLrDECVdJ6L+jLf8CC5QKLmwRuk/OZiZk9mYky8A='"],
        imgSrc: [self, 'data:', 'blob:'],
        fontSrc: [self],
        connectSrc: [self, ...connect],
        workerSrc: [self],
        manifestSrc: [self],
        objectSrc: [none],
        baseUri: [none],
        formAction: [self],
        frameAncestors: [none],
      },
      permissionsPolicy: { camera: ['self'], geolocation: ['self'], ...offInEveryPage },
      xFrameOptions: 'DENY',
    })
  const forPages = forPage([])
  let shell = { scripts: '', headers: forPages }
  /** As all pages, and what a shell says of the scripts that stand in it (inlineScriptsOf). */
  const forShell = (scripts: string) => {
    if (shell.scripts !== scripts) shell = { scripts, headers: forPage(scripts.split(' ')) }
    return shell.headers
  }
  return async (c, next) => {
    await next()
    const scripts = c.res.headers.get(INLINE_SCRIPTS)
    c.res.headers.delete(INLINE_SCRIPTS)
    const data = c.res.headers.get('content-type')?.startsWith('application/json') ?? false
    const { headers } = c.res
    if (data) fill(headers, DATA)
    else await (scripts ? forShell(scripts) : forPages)(c, done)
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    // Without includeSubDomains: what else lives under the authority's domain is not ours to decide.
    if (https || cameByHttps(c.req)) fill(headers, HTTPS_ONLY)
  }
}

const done = () => Promise.resolve()

/** Adds what is not there yet. */
function fill(headers: Headers, missing: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(missing)) if (!headers.has(name)) headers.set(name, value)
}
