import type { HonoRequest, MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

export interface SecurityOptions {
  readonly connect?: readonly string[]
  readonly https?: boolean
}

/** Chromium logs a warning for each unknown name. */
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

/** Internal header, removed before sending: CSP hashes, separated by spaces. */
export const INLINE_SCRIPTS = 'x-inline-scripts'

const self = "'self'"
const none = "'none'"

/** 200 bytes per response for obsolete browsers. */
const leftOut = {
  originAgentCluster: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  overwrite: false,
}

/** 700 bytes matter on a weak signal. */
const DATA = {
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' }

/** A false value affects only its sender. */
export const cameByHttps = (req: HonoRequest): boolean =>
  req.header('x-forwarded-proto')?.split(',', 1)[0]?.trim() === 'https' || req.url.startsWith('https:')

export const dataHeaders = (req: HonoRequest): Record<string, string> =>
  cameByHttps(req) ? { ...DATA, ...HTTPS_ONLY } : { ...DATA }

/** A header set by a handler is kept. */
export function securityHeaders({ connect = [], https = false }: SecurityOptions = {}): MiddlewareHandler {
  const forPage = (inlineScripts: readonly string[]) =>
    secureHeaders({
      ...leftOut,
      contentSecurityPolicy: {
        defaultSrc: [self],
        scriptSrc: [self, ...inlineScripts],
        // The style element of ApexCharts 4.7.0.
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
    // Without includeSubDomains: siblings belong to the authority.
    if (https || cameByHttps(c.req)) fill(headers, HTTPS_ONLY)
  }
}

const done = () => Promise.resolve()

function fill(headers: Headers, missing: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(missing)) if (!headers.has(name)) headers.set(name, value)
}
