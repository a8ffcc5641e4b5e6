import { extractText } from 'unpdf'
import { afterAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { document } from '#contract/document.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { openApi, SURVEY_URL, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const JINGAN = 42
const PUDONG = 115

async function urlFor(t: TestApi, account: string, input: InputOf<typeof document.list>) {
  const { body } = await t.call(document.list, input, await t.signIn(account))
  return { code: body.code, url: (body.data as { url: string } | null)?.url }
}

async function organOf(t: TestApi, account: string) {
  const { body } = await t.call(auth.detail, {}, await t.signIn(account))
  return (body.data as { sysOrganId: string }).sysOrganId
}

describe('the user manual', () => {
  test(
    'opens as a PDF that describes sign-in, contacts, password rules, to-dos, offline bundles and the audit',
    city.undone(async (t) => {
      const { url = '' } = await urlFor(t, 'unit01', { sysOrganId: await organOf(t, 'unit01'), type: 1 })
      const response = await t.api.request(url)
      expect(response.headers.get('content-type')).toBe('application/pdf')
      expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain('使用手册.pdf')
      const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true })
      const bare = text.replace(/\s/g, '')
      for (const words of [
        '使用手册',
        '一、登录与退出',
        '密码长度8-16位',
        '登记处理不等于问题解决',
        '7天内没有网络也能查看',
        '审计记录',
        'support@example.com',
        '021-00000000',
      ])
        expect(bare).toContain(words)
      expect(bare).not.toContain('〓')
    }),
  )

  test(
    'exists for a user whose unit has no authority on record, too',
    city.undone(async (t) => {
      expect((await urlFor(t, 'wuye01', { sysOrganId: '', type: 1 })).url).toMatch(/^\/field\/v1\/download\//)
    }),
  )

  test(
    'of an authority out of scope answers 404: a unit and a district read their own, the city all',
    city.undone(async (t) => {
      expect(await organOf(t, 'jingan')).toBe(String(JINGAN))
      const own = Number(await organOf(t, 'unit01'))
      const other = own === PUDONG ? JINGAN : PUDONG
      expect((await urlFor(t, 'unit01', { sysOrganId: other, type: 1 })).code).toBe(404)
      expect((await urlFor(t, 'jingan', { sysOrganId: PUDONG, type: 1 })).code).toBe(404)
      expect((await urlFor(t, 'jingan', { sysOrganId: JINGAN, type: 1 })).code).toBe(200)
      expect((await urlFor(t, 'zhidui', { sysOrganId: PUDONG, type: 1 })).code).toBe(200)
      expect((await urlFor(t, 'zhidui', { sysOrganId: 999_999, type: 1 })).code).toBe(404)
    }),
  )

  test(
    'can be opened thirty times a minute, and again after a minute',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const open = async () => (await t.call(document.list, { type: 1 }, token)).body.code
      for (let i = 0; i < 30; i++) expect(await open()).toBe(200)
      expect(await open()).toBe(429)
      t.clock.pass(61_000)
      expect(await open()).toBe(200)
    }),
  )
})

describe('a document URL', () => {
  const holderOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''

  test(
    'serves the same browser again for ten minutes, so that a viewer can save, and no other browser',
    city.undone(async (t) => {
      const { url = '' } = await urlFor(t, 'unit01', { type: 1 })
      const other = await t.api.request((await urlFor(t, 'wuye01', { type: 1 })).url ?? '')
      const first = await t.api.request(url)
      expect(first.headers.get('set-cookie')).toMatch(
        new RegExp(`^holder=[\\w-]{43}; Max-Age=600; Path=${url}; HttpOnly; SameSite=Lax$`),
      )
      const again = async (cookie: string) => (await t.api.request(url, { headers: { cookie } })).status
      expect(await again('')).toBe(404)
      expect(await again(holderOf(other))).toBe(404)
      t.clock.pass(9 * 60_000)
      expect(await again(holderOf(first))).toBe(200)
      t.clock.pass(60_000)
      expect(await again(holderOf(first))).toBe(404)
    }),
  )

  test(
    'expires when the session ends, fetched before or not',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const issue = async () =>
        ((await t.call(document.list, { type: 1 }, token)).body.data as { url: string } | null)?.url ?? ''
      const [opened, unopened] = [await issue(), await issue()]
      const cookie = holderOf(await t.api.request(opened))
      expect((await t.api.request(opened, { headers: { cookie } })).status).toBe(200)
      await t.call(auth.signOut, {}, token)
      expect((await t.api.request(opened, { headers: { cookie } })).status).toBe(404)
      expect((await t.api.request(unopened)).status).toBe(404)
    }),
  )
})

test(
  'the survey of authority 207 is the configured URL; other authorities have none, and an unknown kind is rejected',
  city.undone(async (t) => {
    expect((await urlFor(t, 'unit01', { sysOrganId: 207, type: 3 })).url).toBe(SURVEY_URL)
    expect((await urlFor(t, 'unit01', { sysOrganId: 42, type: 3 })).url).toBe('')
    const { body } = await t.call(document.list, { type: 2 as 3 }, await t.signIn('unit01'))
    expect([body.code, body.errors?.['type']]).toEqual([400, '没有这类文档'])
  }),
)
