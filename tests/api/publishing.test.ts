import { eq, inArray } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, test } from 'vitest'
import { portal } from '#contract/portal.ts'
import { type Preview, publishing } from '#contract/publishing.ts'
import { RICH_TEXT } from '#contract/rich-text.ts'
import { organ } from '#server/schema/organ.table.ts'
import { audit } from '#server/schema/audit.table.ts'
import { question } from '#server/schema/portal.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { XSS_PAYLOADS } from '../support/xss-payloads.ts'
import { author, BODY, detail, draft, ok, published, save } from '../support/author-desk.ts'

const city = await openApi()
afterAll(() => city.close())

const publicTitles = async (t: TestApi, type: number) =>
  (
    (await t.call(portal.informationList, { type, pageSize: 100 } as never)).body.data as unknown as {
      list: { title: string }[]
    }
  ).list.map(({ title }) => title)
const publicCode = async (t: TestApi, id: string) => (await t.call(portal.informationDetail, { id })).body.code

async function textAt(t: TestApi, url: string): Promise<string> {
  const file = await t.api.request(url)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()), { verbosity: 0 })
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s/g, '')
}

describe('an item', () => {
  test.each([0, 1, 2] as const)(
    'of type %i is hidden as a draft, public once published, and hidden when withdrawn',
    (kind) =>
      city.undone(async (t) => {
        const token = await author(t)
        const title = `新文 ${kind}`
        const item = await draft(t, token, { kind, title })
        expect(await publicTitles(t, kind)).not.toContain(title)
        expect(await publicCode(t, item.id)).toBe(404)

        const { version } = (await ok(t, token, publishing.publish, item)) as { version: number }
        expect(await publicTitles(t, kind)).toContain(title)
        const { url } = (await t.call(portal.informationDetail, { id: item.id })).body.data as unknown as {
          url: string
        }
        expect(await textAt(t, url)).toMatch(/新文.*一、内容1\.核对点位台账；2\.整改。/)

        const held = (await t.call(portal.informationDetail, { id: item.id })).body.data as unknown as { url: string }
        await ok(t, token, publishing.withdraw, { ...item, version })
        expect(await publicTitles(t, kind)).not.toContain(title)
        expect(await publicCode(t, item.id)).toBe(404)
        expect((await t.api.request(held.url)).status).toBe(404)
        expect(await detail(t, token, item)).toMatchObject({ state: 2, title, authorName: expect.any(String) })
      })(),
  )

  test(
    'with more tags than a long table needs is rejected at its field',
    city.undone(async (t) => {
      const token = await author(t)
      const body = (bodyHtml: string) => t.call(publishing.preview, { kind: 0, title: '表', bodyHtml } as never, token)
      const table = `<table><tbody>${`<tr>${'<td>1</td>'.repeat(6)}</tr>`.repeat(300)}</tbody></table>`
      expect((await body(table)).body.code).toBe(200)
      for (const tag of ['<td>x', '<a>x', '<ul><li>x'])
        expect((await body(tag.repeat(6_001))).body).toMatchObject({
          code: 400,
          errors: { bodyHtml: '正文格式过于复杂，请精简或分几篇发布' },
        })
    }),
  )

  test(
    'is previewed by the code that publishes it, with equal text and document, and nothing is stored',
    city.undone(async (t) => {
      const token = await author(t)
      const written = { kind: 0 as const, title: '预览', bodyHtml: BODY }
      const seen = (await ok(t, token, publishing.preview, written)) as Preview
      const before = await textAt(t, seen.url)
      expect((await t.api.request(seen.url)).status).toBe(404)
      expect(await publicTitles(t, 0)).not.toContain('预览')
      const item = await published(t, token, written)
      const { url } = (await t.call(portal.informationDetail, { id: item.id })).body.data as unknown as { url: string }
      expect(await textAt(t, url)).toBe(before)
    }),
  )

  test(
    'accepts the first of two edits of one version and rejects the second as a conflict',
    city.undone(async (t) => {
      const token = await author(t)
      const item = await published(t, token, { kind: 2, title: '法律' })
      expect(await save(t, token, { ...item, title: '法律（修订）', bodyHtml: BODY })).toMatchObject({ code: 200 })
      expect(await save(t, token, { ...item, title: '别的', bodyHtml: '<p>别的</p>' })).toMatchObject({
        code: 409,
        message: '该内容在您读取后已被修改，请刷新后再试',
      })
      expect(await publicTitles(t, 2)).toContain('法律（修订）')
      expect(await detail(t, token, item)).toMatchObject({ title: '法律（修订）', version: item.version + 1 })
      for (const call of [publishing.withdraw, publishing.publish])
        expect((await t.call(call, item, token)).body.code).toBe(409)
    }),
  )

  test(
    'is pinned above the others, the higher the earlier; its date is unchanged, and an edit begun before is saved',
    city.undone(async (t) => {
      const token = await author(t)
      const item = await published(t, token, { kind: 1, title: '要紧的' })
      const { modifyTime } = await detail(t, token, item)
      t.clock.pass(3_600_000)
      await ok(t, token, publishing.pin, { ...item, sequence: 9999 })
      expect((await publicTitles(t, 1))[0]).toBe('要紧的')
      expect(await detail(t, token, item)).toMatchObject({ sequence: 9999, modifyTime })
      expect((await t.call(publishing.pin, { ...item, sequence: -1 } as never, token)).body.code).toBe(400)
      expect(await save(t, token, { ...item, title: '要紧的', bodyHtml: BODY })).toMatchObject({ code: 200 })
    }),
  )

  test(
    'without a title is rejected; without text it is stored as a draft and not published',
    city.undone(async (t) => {
      const token = await author(t)
      expect(await save(t, token, { kind: 0, title: ' ', bodyHtml: BODY })).toMatchObject({
        code: 400,
        errors: { title: '请输入标题' },
      })
      const item = await draft(t, token, { kind: 0, bodyHtml: '<p><br></p>' })
      expect((await t.call(publishing.publish, item, token)).body).toMatchObject({
        code: 400,
        errors: { bodyHtml: '请输入正文' },
      })
      const link = await draft(t, token, { kind: 4 })
      expect((await t.call(publishing.publish, link, token)).body).toMatchObject({
        code: 400,
        errors: { url: '请输入链接' },
      })
      expect(await save(t, token, { kind: 4, title: '链接', url: 'javascript:alert(1)' })).toMatchObject({ code: 400 })
    }),
  )

  test(
    'that was published cannot be deleted; a draft can',
    city.undone(async (t) => {
      const token = await author(t)
      const out = await published(t, token, { kind: 0 })
      expect((await t.call(publishing.remove, out, token)).body.code).toBe(409)
      const item = await draft(t, token, { kind: 0 })
      await ok(t, token, publishing.remove, item)
      expect((await t.call(publishing.detail, { kind: 0, id: item.id }, token)).body.code).toBe(404)
    }),
  )

  test(
    'belongs to one kind only, and is written at level 2 only',
    city.undone(async (t) => {
      const token = await author(t)
      const item = await draft(t, token, { kind: 0 })
      expect((await t.call(publishing.detail, { kind: 1, id: item.id }, token)).body.code).toBe(404)
      expect((await t.call(publishing.publish, { ...item, kind: 2 }, token)).body.code).toBe(404)
      for (const name of ['unit01', 'isv01', 'zongdui', 'jingan'])
        expect((await t.call(publishing.publish, item, await t.signIn(name))).body.code).toBe(403)
    }),
  )

  test(
    'has its former and new state in the audit',
    city.undone(async (t) => {
      const token = await author(t)
      const item = await published(t, token, { kind: 3, title: '问', bodyHtml: '<p>答</p>' })
      await save(t, token, { ...item, title: '问？', bodyHtml: '<p>答</p>' })
      const rows = await t.db.select().from(audit).where(eq(audit.account, 'zhidui')).orderBy(audit.id)
      expect(rows.filter(({ action }) => action.startsWith('publishing')).map(({ detail }) => detail)).toMatchObject([
        { kind: 3, publicationId: Number(item.id), after: { title: '问', bodyHtml: '<p>答</p>' } },
        { before: { state: 0 }, after: { state: 1 } },
        { before: { title: '问' }, after: { title: '问？' } },
      ])
      expect(rows[2]?.detail['before']).not.toHaveProperty('bodyHtml')
    }),
  )
})

describe('a question', () => {
  test(
    'is found by the text of its answer, is listed after the others, and leaves the list when withdrawn',
    city.undone(async (t) => {
      const token = await author(t)
      const ask = async (keyword: string) =>
        (
          (await t.call(portal.questionList, { keyword, pageSize: 100 })).body.data as unknown as {
            list: { question: string; answerText: string }[]
          }
        ).list
      const item = await published(t, token, {
        kind: 3,
        title: '水泵房怎么走？',
        bodyHtml: '<p>见<strong>指示牌</strong></p><ol><li>向左</li></ol>',
      })
      expect(await ask('见指示牌')).toMatchObject([{ question: '水泵房怎么走？', answerText: '见指示牌\n1. 向左' }])
      expect((await ask('')).pop()).toMatchObject({ question: '水泵房怎么走？' })
      await ok(t, token, publishing.withdraw, item)
      expect(await ask('见指示牌')).toEqual([])
    }),
  )

  test(
    'loses empty headings, which screen readers would stop at',
    city.undone(async (t) => {
      const token = await author(t)
      const bodyHtml = '<h3></h3><p>甲</p><h3 aria-label="小标题"><br></h3><h4> <b> </b></h4><h3>乙</h3>'
      const item = await draft(t, token, { kind: 0, bodyHtml })
      expect(await detail(t, token, item)).toMatchObject({ bodyHtml: '<p>甲</p><h3>乙</h3>' })
    }),
  )

  test(
    'loses every payload from any sender: the stored answer contains no scripts',
    city.undone(async (t) => {
      const token = await author(t)
      const allowed = new RegExp(
        `^</?(${RICH_TEXT.tags.join('|')})( (href|target|rel|start|colspan|rowspan)="[^"<>]*")*( /)?>$`,
      )
      const ids: number[] = []
      for (const payload of XSS_PAYLOADS) {
        const body = await save(t, token, { kind: 3, title: '甲', bodyHtml: `<p>前${payload}</p>` })
        const isTypeable = !/\p{Cc}/u.test(payload.replace(/[\t\n\r]/g, ''))
        expect([payload, body.code]).toEqual([payload, isTypeable ? 200 : 400])
        if (!isTypeable) continue
        ids.push(Number((body.data as { id: string }).id))
      }
      const rows = await t.db.select().from(question).where(inArray(question.id, ids))
      expect(rows).toHaveLength(ids.length)
      expect(ids.length).toBeGreaterThan(140)
      const surplus = rows.flatMap(({ answerHtml }) =>
        (answerHtml.match(/<[^>]*>/g) ?? []).filter(
          (tag) => !allowed.test(tag) || /href="\s*(javascript|data|vbscript)/i.test(tag),
        ),
      )
      expect(surplus).toEqual([])
    }),
  )
})

describe('a notice', () => {
  test(
    'is on the landing page, for all or for one authority, while it is published',
    city.undone(async (t) => {
      const token = await author(t)
      const titles = async (sysOrganId?: number) =>
        (
          (await t.call(portal.noticeList, { pageSize: 100, ...(sysOrganId && { sysOrganId }) })).body
            .data as unknown as {
            list: { title: string }[]
          }
        ).list.map(({ title }) => title)
      const [first, other] = await t.db.select().from(organ).orderBy(organ.id)
      const item = await published(t, token, {
        kind: 4,
        title: '维护公告',
        url: '/portal/detail?type=0',
        sysOrganId: first!.id,
      })
      expect((await titles())[0]).toBe('维护公告')
      expect(await titles(first!.id)).toContain('维护公告')
      expect(await titles(other!.id)).not.toContain('维护公告')
      await ok(t, token, publishing.withdraw, item)
      expect(await titles()).not.toContain('维护公告')
      expect(await save(t, token, { kind: 4, title: '甲', url: '/', sysOrganId: 999_999 })).toMatchObject({ code: 404 })
    }),
  )
})
