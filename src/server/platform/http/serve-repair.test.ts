import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'
import { serveRepair } from './serve-repair.ts'

const dir = await mkdtemp(join(tmpdir(), 'repair-'))
afterAll(() => rm(dir, { recursive: true }))

test('the repair page is never cached and runs only its own script and style', async () => {
  await writeFile(join(dir, 'repair.html'), '<style>p{}</style><script>repair()</script>')
  const app = new Hono().use(securityHeaders()).get('/repair', serveRepair(dir))
  const answer = await app.request('/repair')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^ ;]+'; style-src 'sha256-[^ ;]+'; /)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('without a build it is missing, not the shell', async () => {
  const app = new Hono().get('/repair', serveRepair(join(dir, 'none')))
  expect((await app.request('/repair')).status).toBe(404)
})
