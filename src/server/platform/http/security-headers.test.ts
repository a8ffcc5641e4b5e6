import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { INLINE_SCRIPTS, securityHeaders, type SecurityOptions } from './security-headers.ts'

function appWith(options?: SecurityOptions): Hono {
  const app = new Hono()
  app.use(securityHeaders(options))
  app.get('/call', (c) => c.json({ code: 200 }))
  app.get('/page', (c) => c.html('<p>', 200, { 'cache-control': 'no-cache' }))
  app.get('/shell/:script', (c) => c.html('<p>', 200, { [INLINE_SCRIPTS]: `'sha256-${c.req.param('script')}='` }))
  app.get('/file', (c) => c.body('x', 200, { 'content-security-policy': "sandbox; default-src 'none'" }))
  app.get('/broken', () => {
    throw new Error('broken')
  })
  app.onError((_, c) => c.text('', 500))
  return app
}
const headersOf = async (path: string, sent: Record<string, string> = {}, options?: SecurityOptions) =>
  (await appWith(options).request(path, { headers: sent })).headers

test.each(['/page', '/nothing', '/broken'])('every page has the policy, errors included: %s', async (path) => {
  const headers = await headersOf(path)
  expect(headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'sha256-aSysLrDECVdJ6L+jLf8CC5QKLmwRuk/OZiZk9mYky8A='",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('x-frame-options')).toBe('DENY')
})

test('a shell may run only its own inline scripts, on this page only', async () => {
  const app = appWith()
  const policyOf = async (path: string) => {
    const { headers } = await app.request(path)
    expect(headers.get(INLINE_SCRIPTS)).toBeNull()
    return headers.get('content-security-policy')?.split('; ')[1]
  }
  expect(await policyOf('/shell/abc')).toBe("script-src 'self' 'sha256-abc='")
  expect(await policyOf('/page')).toBe("script-src 'self'")
  expect(await policyOf('/shell/def')).toBe("script-src 'self' 'sha256-def='")
})

test('a data answer opened in a window or a frame may load nothing', async () => {
  const headers = await headersOf('/call')
  const policy = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
  expect(headers.get('content-security-policy')).toBe(policy)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
})

test('the camera and the location are permitted, all other device features are not', async () => {
  const policy = (await headersOf('/page')).get('permissions-policy') ?? ''
  expect(policy).toContain('camera=(self), geolocation=(self)')
  expect(policy).toContain('microphone=()')
  expect(policy).toContain('publickey-credentials-get=()')
})

test('a download has its own, stricter policy', async () => {
  expect((await headersOf('/file')).get('content-security-policy')).toBe("sandbox; default-src 'none'")
})

test('an answer without a cache header may not be cached', async () => {
  expect((await headersOf('/call')).get('cache-control')).toBe('no-store')
  expect((await headersOf('/page')).get('cache-control')).toBe('no-cache')
})

test('HTTPS is enforced only for browsers that came by HTTPS', async () => {
  const name = 'strict-transport-security'
  expect((await headersOf('/page')).get(name)).toBeNull()
  expect((await headersOf('/page', { 'x-forwarded-proto': 'http' })).get(name)).toBeNull()
  expect((await headersOf('/page', { 'x-forwarded-proto': 'https, http' })).get(name)).toBe('max-age=31536000')
  expect((await headersOf('https://fire.example/page')).get(name)).toBe('max-age=31536000')
  expect((await headersOf('/page', {}, { https: true })).get(name)).toBe('max-age=31536000')
})

test('a map service is reached only when it is configured', async () => {
  const policy = (await headersOf('/page', {}, { connect: ['https://restapi.amap.com'] })).get(
    'content-security-policy',
  )
  expect(policy).toContain("connect-src 'self' https://restapi.amap.com;")
})
