import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { ACCESSES } from '#contract/access.ts'
import { auth } from '#contract/auth.ts'
import { createApi } from '#server/create-api.ts'
import { openApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

interface Operation {
  operationId: string
  description: string
  security?: unknown[]
  parameters?: unknown[]
  requestBody?: unknown
}

function wordsOf(part: unknown, at = ''): [string, string][] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' && ['summary', 'description', 'title'].includes(key)
      ? [[`${at}/${key}`, value]]
      : wordsOf(value, `${at}/${key}`),
  )
}

describe('the OpenAPI document', () => {
  test(
    'is in Chinese and names every group of calls',
    city.undone(async (t) => {
      const document = (await (await t.api.request('/ops/openapi.json')).json()) as { tags: { name: string }[] }
      const words = wordsOf(document)
      expect(words.length).toBeGreaterThan(2 * endpoints().length)
      expect(words.filter(([, said]) => !/\p{Script=Han}/u.test(said))).toEqual([])
      const groups = new Set(endpoints().map(({ group }) => group))
      expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...groups].toSorted())
      expect(words.filter(([at]) => /^\/tags\/\d+\/description$/.test(at))).toHaveLength(groups.size)
    }),
  )

  test(
    'is valid OpenAPI 3.1 and lists every call with its access',
    city.undone(async (t) => {
      const response = await t.api.request('/ops/openapi.json')
      const document = (await response.json()) as { openapi: string; paths: Record<string, Record<string, Operation>> }
      expect(document.openapi).toMatch(/^3\.1\./)
      const judged = await new Validator().validate(structuredClone(document))
      expect(judged.errors ?? []).toEqual([])
      expect(judged.valid).toBe(true)
      const told = Object.values(document.paths).flatMap((methods) => Object.values(methods))
      expect(told.map(({ operationId }) => operationId).toSorted()).toEqual(
        endpoints()
          .map(({ id }) => id)
          .toSorted(),
      )
      for (const call of endpoints()) {
        const one = told.find(({ operationId }) => operationId === call.id)
        expect([call.id, one?.security !== undefined]).toEqual([call.id, call.access !== 'public'])
        expect(ACCESSES).not.toContain(one?.description.replace('调用者：', ''))
      }
    }),
  )
})

describe('its page', () => {
  test(
    'loads from this server only and follows the content security policy of pages',
    city.undone(async (t) => {
      const page = await t.api.request('/ops/reference')
      expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';.*style-src 'self'/)
      const html = await page.text()
      expect(html).toContain('<title>接口文档')
      expect(html).not.toMatch(/https?:|<style|style=|<script>|\son\w+=/)
      const addresses = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
      expect(addresses).toHaveLength(3)
      for (const path of addresses) {
        const file = await t.api.request(path)
        expect([path, file.status]).toEqual([path, 200])
        expect((await file.text()).length).toBeGreaterThan(50)
      }
      expect((await t.api.request('/ops/reference/..%2fpackage.json')).status).toBe(404)
    }),
  )
})

describe('a client on another site', () => {
  const site = 'https://app.example.com'
  const settings = { clientOrigins: [site] }

  test(
    'is allowed only where the settings name its site',
    city.undone(async (t) => {
      const api = createApi({ ...t.deps, settings: { ...t.deps.settings, ...settings } })
      const look = (origin: string, on = api) =>
        on.request('/user/doLogin', {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'x-auth-token',
          },
        })
      expect((await look(site)).headers.get('access-control-allow-origin')).toBe(site)
      expect((await look(site)).headers.get('access-control-allow-headers')).toMatch(/x-auth-token/i)
      expect((await look('https://elsewhere.example.com')).headers.get('access-control-allow-origin')).toBeNull()
      expect((await look(site, t.api)).headers.get('access-control-allow-origin')).toBeNull()

      const health = await api.request('/ops/health', { headers: { origin: site } })
      expect(health.headers.get('access-control-expose-headers')).toMatch(/\bdate\b/)

      const signOut = async (origin: string, on = api) => {
        const headers = { origin, 'sec-fetch-site': 'cross-site', 'x-auth-token': await t.signIn('unit01') }
        const response = await on.request(auth.signOut.path, { method: auth.signOut.method, headers })
        return ((await response.json()) as { code: number }).code
      }
      expect(await signOut(site)).toBe(200)
      expect(await signOut(site, t.api)).toBe(403)
      expect(await signOut('https://elsewhere.example.com')).toBe(403)
    }),
  )
})
