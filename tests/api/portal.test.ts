import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, test } from 'vitest'
import { content } from '#contract/content.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { portal } from '#contract/portal.ts'
import { information, notice, question } from '#server/schema/portal.table.ts'
import { openApi, SITE, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const DAY = 24 * 3_600_000

async function empty(t: TestApi) {
  for (const table of [information, question, notice]) await t.db.delete(table)
}

type Item = Partial<typeof information.$inferInsert> & { title: string }

async function publish(t: TestApi, ...items: Item[]): Promise<number[]> {
  const now = t.clock.now()
  const rows = items.map((item) => ({ type: 0, body: '正文', modifiedAt: now, ...item }))
  return (await t.db.insert(information).values(rows).returning({ id: information.id })).map(({ id }) => id)
}

const listed = async (t: TestApi, input: InputOf<typeof portal.informationList> = {}) =>
  (await t.call(portal.informationList, input)).body.data as OutputOf<typeof portal.informationList>
const asked = async (t: TestApi, input: InputOf<typeof portal.questionList>) =>
  (await t.call(portal.questionList, input)).body.data as OutputOf<typeof portal.questionList>
const notices = async (t: TestApi, input: InputOf<typeof portal.noticeList> = {}) =>
  (await t.call(portal.noticeList, input)).body.data as OutputOf<typeof portal.noticeList>

async function read(t: TestApi, id: number, from?: string) {
  const { body } = await t.call(portal.informationDetail, { id }, null, from)
  return (body.data as { url: string } | null)?.url ?? ''
}

describe('the demo city', () => {
  test(
    'publishes items in every column, to anonymous visitors, too',
    city.undone(async (t) => {
      for (const type of [0, 1, 2]) {
        const { list, total } = await listed(t, { type, pageSize: 4 })
        expect(list).toHaveLength(4)
        expect(total).toBeGreaterThan(4)
      }
      expect((await asked(t, {})).total).toBeGreaterThan(4)
      expect((await notices(t)).total).toBeGreaterThan(2)
    }),
  )

  test(
    'returns its public settings to anonymous visitors, and no others',
    city.undone(async (t) => {
      expect((await t.call(content.settings, {})).body.data).toEqual(SITE)
    }),
  )
})

describe('a list of published items', () => {
  test(
    'lists pinned items first, the higher the earlier, then the newest',
    city.undone(async (t) => {
      await empty(t)
      const at = (days: number) => new Date(t.clock.now().getTime() - days * DAY)
      await publish(
        t,
        { title: '旧', modifiedAt: at(9) },
        { title: '新', modifiedAt: at(1) },
        { title: '置顶一', sequence: 1, modifiedAt: at(2) },
        { title: '置顶二', sequence: 2, modifiedAt: at(30) },
        { title: '置顶一旧', sequence: 1, modifiedAt: at(3) },
      )
      const { list } = await listed(t)
      expect(list.map((item) => item.title)).toEqual(['置顶二', '置顶一', '置顶一旧', '新', '旧'])
      expect(list.map((item) => item.sequence)).toEqual([2, 1, 1, 0, 0])
    }),
  )

  test(
    'marks items changed within seven days as new',
    city.undone(async (t) => {
      await empty(t)
      const now = t.clock.now().getTime()
      await publish(
        t,
        { title: '刚好七天', modifiedAt: new Date(now - 7 * DAY) },
        { title: '超过七天', modifiedAt: new Date(now - 7 * DAY - 1000) },
      )
      const { list } = await listed(t)
      expect(list.map((item) => [item.title, item.newInformation])).toEqual([
        ['刚好七天', true],
        ['超过七天', false],
      ])
      t.clock.pass(1000)
      expect((await listed(t)).list.map((item) => item.newInformation)).toEqual([false, false])
    }),
  )

  test(
    'separates the types and omits unpublished items',
    city.undone(async (t) => {
      await empty(t)
      await publish(t, { title: '公告' }, { title: '标准', type: 1 }, { title: '法规', type: 2 })
      await publish(t, { title: '草稿', state: 0 })
      for (const [type, title] of ['公告', '标准', '法规'].entries()) {
        const { list, total } = await listed(t, { type })
        expect([list.map((item) => item.title), total]).toEqual([[title], 1])
      }
    }),
  )

  test(
    'is paged without lost or repeated rows; a page beyond the last is empty',
    city.undone(async (t) => {
      await empty(t)
      await publish(t, ...Array.from({ length: 23 }, (_, i) => ({ title: `第${i}条` })))
      const seen: string[] = []
      for (const currentPage of [1, 2, 3]) {
        const { list, total } = await listed(t, { currentPage, pageSize: 10 })
        expect(total).toBe(23)
        seen.push(...list.map((item) => item.title))
      }
      expect(new Set(seen).size).toBe(23)
      expect(await listed(t, { currentPage: 4, pageSize: 10 })).toEqual({ list: [], total: 23 })
    }),
  )

  test(
    'rejects an invalid column, page or size',
    city.undone(async (t) => {
      for (const input of [{ type: 3 }, { type: '公告' }, { currentPage: 0 }, { pageSize: 0 }, { pageSize: 101 }]) {
        const { body } = await t.call(portal.informationList, input as never)
        expect([input, body.code]).toEqual([input, 400])
        expect(body.msg).toBe(body.message)
        expect(Object.keys(body.errors ?? {})).toEqual(Object.keys(input))
      }
    }),
  )
})

describe("an item's document", () => {
  test(
    'is a PDF of its title and text, shown in the window, with selectable Chinese text',
    city.undone(async (t) => {
      const [id = 0] = await publish(t, {
        title: '关于开展消防设施物联网数据质量抽查的公告',
        body: '第一段：核对点位台账。\n\n第二段：压力不低于0.10MPa。',
      })
      const file = await t.api.request(await read(t, id))
      expect(file.headers.get('content-type')).toBe('application/pdf')
      expect(file.headers.get('content-disposition')).toBe(
        `inline; filename*=UTF-8''${encodeURIComponent('关于开展消防设施物联网数据质量抽查的公告.pdf')}`,
      )
      const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()), { verbosity: 0 })
      const { text } = await extractText(pdf, { mergePages: true })
      const words = text.replace(/\s/g, '')
      for (const part of ['数据质量抽查的公告', '通知公告', '第一段：核对点位台账。', '第二段：压力不低于0.10MPa。']) {
        expect(words).toContain(part)
      }
    }),
  )

  test(
    'counts a read per request, and the lists show it',
    city.undone(async (t) => {
      await empty(t)
      const [id = 0] = await publish(t, { title: '公告', readNum: 41 })
      await read(t, id)
      await read(t, id)
      expect((await listed(t)).list[0]?.readNum).toBe(43)
    }),
  )

  test(
    'is fetched from a URL that works once, within a minute',
    city.undone(async (t) => {
      const [id = 0] = await publish(t, { title: '公告' })
      const url = await read(t, id)
      expect((await t.api.request(url)).status).toBe(200)
      expect((await t.api.request(url)).status).toBe(404)
      const late = await read(t, id)
      expect(late).not.toBe(url)
      t.clock.pass(61_000)
      expect((await t.api.request(late)).status).toBe(404)
    }),
  )

  test(
    'shows the current text of the item',
    city.undone(async (t) => {
      const [id = 0] = await publish(t, { title: '公告', body: '旧文' })
      await t.api.request(await read(t, id))
      await t.db.update(information).set({ body: '新文' })
      const file = await t.api.request(await read(t, id))
      const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()), { verbosity: 0 })
      expect((await extractText(pdf, { mergePages: true })).text).toContain('新文')
    }),
  )

  test(
    'answers 404 for missing, deleted and unpublished items',
    city.undone(async (t) => {
      const [draft = 0] = await publish(t, { title: '草稿', state: 0 })
      for (const id of [draft, 999_999_999]) {
        const { body } = await t.call(portal.informationDetail, { id })
        expect(body).toMatchObject({ code: 404, data: null })
      }
    }),
  )

  test(
    'is rejected for a network that reads too often, and for no other',
    city.undone(async (t) => {
      const [id = 0] = await publish(t, { title: '公告' })
      const codes: number[] = []
      for (let i = 0; i < 61; i++)
        codes.push((await t.call(portal.informationDetail, { id }, null, '192.0.2.7')).body.code)
      expect(codes.filter((code) => code === 200)).toHaveLength(60)
      expect(codes[60]).toBe(429)
      expect(await read(t, id, '192.0.2.8')).not.toBe('')
      t.clock.pass(60_000)
      expect(await read(t, id, '192.0.2.7')).not.toBe('')
    }),
  )
})

describe('the questions', () => {
  const ask = (t: TestApi, ...questions: [string, string][]) =>
    t.db.insert(question).values(
      questions.map(([text, answer], sequence) => ({
        question: text,
        answerText: answer,
        answerHtml: `<p>${answer}</p>`,
        sequence,
        modifiedAt: t.clock.now(),
      })),
    )

  test(
    'are found by text of question or answer, from one character on',
    city.undone(async (t) => {
      await empty(t)
      await ask(
        t,
        ['如何领取账号？', '联系辖区机构。'],
        ['忘记密码怎么办？', '用手机号找回账号。'],
        ['评分多久更新？', '每天。'],
      )
      const found = async (keyword: string) => (await asked(t, { keyword })).list.map((row) => row.question)
      expect(await found('账号')).toEqual(['如何领取账号？', '忘记密码怎么办？'])
      expect(await found(' 评 ')).toEqual(['评分多久更新？'])
      expect(await found('')).toHaveLength(3)
      expect(await found('没有这样的词')).toEqual([])
    }),
  )

  test(
    'are searched literally: % and _ and \\ are no wildcards',
    city.undone(async (t) => {
      await empty(t)
      await ask(t, ['在线率低于60%会怎样？', 'a_b'], ['路径 C:\\data 在哪里？', 'axb'], ['别的', 'GB/T'])
      const found = async (keyword: string) => (await asked(t, { keyword })).list.map((row) => row.question)
      expect(await found('%')).toEqual(['在线率低于60%会怎样？'])
      expect(await found('a_b')).toEqual(['在线率低于60%会怎样？'])
      expect(await found('C:\\d')).toEqual(['路径 C:\\data 在哪里？'])
      expect(await found('gb/t')).toEqual(['别的'])
      expect(await found("' or 1=1 --")).toEqual([])
    }),
  )

  test(
    'are ordered and paged; a keyword of more than a hundred characters is rejected',
    city.undone(async (t) => {
      await empty(t)
      await ask(t, ...Array.from({ length: 12 }, (_, i): [string, string] => [`问题${i}`, '答']))
      const second = await asked(t, { currentPage: 2, pageSize: 10 })
      expect([second.list.map((row) => row.question), second.total]).toEqual([['问题10', '问题11'], 12])
      expect((await t.call(portal.questionList, { keyword: '问'.repeat(101) })).body.code).toBe(400)
    }),
  )
})

describe('the notices', () => {
  test(
    "are listed newest first; an authority's list holds its own and those for all",
    city.undone(async (t) => {
      await empty(t)
      const at = (hours: number) => new Date(t.clock.now().getTime() - hours * 3_600_000)
      await t.db.insert(notice).values([
        { title: '甲', url: 'https://example.com/a', organId: 1, createdAt: at(3) },
        { title: '乙', url: '/portal/detail?type=1', organId: 2, createdAt: at(2) },
        { title: '众', url: 'https://example.com/c', organId: null, createdAt: at(1) },
      ])
      expect((await notices(t)).list.map((row) => row.title)).toEqual(['众', '乙', '甲'])
      const own = await notices(t, { sysOrganId: 1 })
      expect([own.list.map((row) => row.title), own.total]).toEqual([['众', '甲'], 2])
      expect(own.list[1]).toEqual({ title: '甲', createTime: '2026-03-23 07:15:00', url: 'https://example.com/a' })
    }),
  )
})
