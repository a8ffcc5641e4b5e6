import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { hostEntries } from './host-entries.ts'

const app = new Hono()
app.use(hostEntries({ enterpriseHost: 'Unit.fire.example', supervisionHost: 'xf.fire.example:8443' }))
app.get('*', (c) => c.text('shell'))

const visit = (host: string, path = '/') => app.request(`http://${host}${path}`, { headers: { host } })

describe('the two entry hosts', () => {
  test.each([
    ['unit.fire.example', '/login'],
    ['UNIT.fire.example:8080', '/login'],
    ['xf.fire.example:8443', '/loginxf'],
  ])('%s redirects to %s, and the app stores it', async (host, page) => {
    const answer = await visit(host)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(page)
    expect(answer.headers.get('set-cookie')).toMatch(new RegExp(`^entry=${page.slice(1)};`))
  })

  test.each([
    ['fire.example', '/'],
    ['unit.fire.example.evil.example', '/'],
    ['xf.fire.example', '/'],
    ['unit.fire.example', '/portal'],
    ['unit.fire.example', '/login'],
  ])('%s%s is served as it is', async (host, path) => {
    const answer = await visit(host, path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('without configured entries nothing is redirected, nor is a request without a host', async () => {
    const plain = new Hono()
    plain.use(hostEntries({ enterpriseHost: '', supervisionHost: '' }))
    plain.get('*', (c) => c.text('shell'))
    expect((await plain.request('http://fire.example/')).status).toBe(200)
  })
})
