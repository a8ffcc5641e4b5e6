import { expect, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test('the server reports that it is up and can reach its database', async ({ request }) => {
  expect((await request.get('/ops/health')).status()).toBe(200)
  expect(await (await request.get('/ops/ready')).json()).toEqual({ status: 'ok', version: expect.stringMatching(/\S/) })
})

test('an idle connection stays open longer than at a load balancer', async ({ request }) => {
  const { 'keep-alive': told } = (await request.get('/ops/health')).headers()
  expect(Number(/timeout=(\d+)/.exec(told ?? '')?.[1])).toBeGreaterThan(60)
})

test('a missing asset is a 404, not the page', async ({ request }) => {
  for (const path of ['/assets/index-00000000.js', '/icons/none.png', '/nothing.css']) {
    const answer = await request.get(path)
    expect([path, answer.status()]).toEqual([path, 404])
    expect(answer.headers()['content-type']).not.toContain('html')
  }
})

test('an unknown URL returns the page, an unknown call an envelope', async ({ request }) => {
  const page = await request.get('/no/such/page')
  expect([page.status(), page.headers()['content-type']]).toEqual([200, expect.stringContaining('text/html')])
  const call = await request.get('/wuye/no/such/call')
  expect([call.status(), await call.json()]).toEqual([404, expect.objectContaining({ code: 404, data: null })])
})

test('every answer has the browser security headers', async ({ request }) => {
  for (const path of ['/', '/login', '/favicon.png', '/ops/health', '/wuye/user/detail']) {
    const headers = (await request.get(path)).headers()
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['referrer-policy'], path).toBe('no-referrer')
    expect(headers['content-security-policy'], path).toMatch(/default-src '(none|self)'/)
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy'], path).not.toMatch(/script-src[^;]*(unsafe|\*|https?:)/)
    expect(headers, path).not.toHaveProperty('x-powered-by')
  }
})

test('the page is revalidated, its hashed assets are cached permanently and sent compressed', async ({ request }) => {
  const page = await request.get('/login', { headers: { 'accept-encoding': 'br' } })
  expect(page.headers()['cache-control']).toBe('no-cache')
  const again = await request.get('/login', {
    headers: { 'accept-encoding': 'br', 'if-none-match': page.headers().etag ?? '' },
  })
  expect(again.status()).toBe(304)
  const [, script = ''] = /<script[^>]* src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? []
  const asset = await request.get(script, { headers: { 'accept-encoding': 'br' } })
  expect(asset.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': expect.stringContaining('immutable'),
  })
})

test('the sign-in page opens without errors and without horizontal scrolling', { tag: '@sizes' }, async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
  const picture = page.getByAltText('图形验证码')
  await expect(picture).toBeVisible()
  // At its natural size, so that its letters are readable.
  const { drawn, made, fit } = await picture.evaluate((image: HTMLImageElement) => ({
    drawn: image.clientWidth / image.clientHeight,
    made: image.naturalWidth / image.naturalHeight,
    fit: getComputedStyle(image).objectFit,
  }))
  expect(fit).toBe('fill')
  expect(Math.abs(drawn / made - 1)).toBeLessThan(0.05)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
})

test('the sign-in page downloads at most 100 KB of JavaScript, the later service worker registration included', async ({
  page,
}) => {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    // Without the prefetches of the service worker.
    if (request.resourceType() !== 'script' || request.serviceWorker()) return
    sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(sizes.length).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(100 * 1024)
})

test('the figures of the demo city equal the page’s', async ({ server, sql }) => {
  expect(server.port).toBeGreaterThan(0)
  const [row] = await sql<{ accounts: string }>('select count(*) as accounts from account where account = any($1)', [
    ['unit01', 'unit02', 'unitnew', 'wuye01', 'zongdui', 'zhidui', 'jingan', 'isv01'],
  ])
  expect(row?.accounts).toBe('8')
})

test('a stopped server refuses connections, and answers again at the same address after a restart', async ({
  server,
  request,
}) => {
  expect(await server.stop()).toBe(0)
  await expect(request.get('/ops/health')).rejects.toThrow(/ECONNREFUSED/)
  await server.start()
  expect((await request.get('/ops/health')).status()).toBe(200)
})
