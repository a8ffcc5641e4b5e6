import { Window } from 'happy-dom'
import { afterAll, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import { portal } from '#contract/portal.ts'
import { RICH_TEXT } from '#contract/rich-text.ts'
import { isWebAddress } from '#contract/web-address.ts'
import { information, notice, question } from '#server/schema/portal.table.ts'
import { openApi } from '../support/api-context.ts'
import { XSS_PAYLOADS } from '../support/xss-payloads.ts'

const city = await openApi()
afterAll(() => city.close())

const tags = new Set<string>(RICH_TEXT.tags)
const attributes = new Set(['href', 'target', 'rel', 'colspan', 'rowspan', 'start'])

const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } })

function beyondTheList(html: string): string[] {
  document.body.innerHTML = html
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const tag = element.tagName.toLowerCase()
    const surplus = [...element.attributes].filter(({ name }) => !attributes.has(name)).map(({ name }) => `@${name}`)
    const href = element.getAttribute('href')
    const leads = href === null || isWebAddress(href) || /^(mailto|tel):/.test(href) ? [] : [`href=${href}`]
    return [...(tags.has(tag) ? [] : [`<${tag}>`]), ...surplus, ...leads]
  })
}

test('more than 150 distinct payloads are tested', () => {
  expect(XSS_PAYLOADS.length).toBeGreaterThanOrEqual(150)
  expect(new Set(XSS_PAYLOADS).size).toBe(XSS_PAYLOADS.length)
})

test('the check finds each kind of forbidden content', () => {
  expect(beyondTheList('<p>a</p><a href="https://example.com">b</a>')).toEqual([])
  expect(beyondTheList('<img src=x onerror=1><a href="javascript:1">x</a>')).toEqual([
    '<img>',
    '@src',
    '@onerror',
    'href=javascript:1',
  ])
})

test(
  'answers contain no scripts, external content or imitated controls; their text remains',
  city.undone(async (t) => {
    await t.db.delete(question)
    const wrapped = XSS_PAYLOADS.map((payload) => `<p>前${payload}</p><ol><li>后</li></ol>`)
    await t.db.insert(question).values(
      wrapped.map((answerHtml, sequence) => ({
        question: XSS_PAYLOADS[sequence] ?? '',
        answerText: XSS_PAYLOADS[sequence] ?? '',
        answerHtml,
        sequence,
        modifiedAt: t.clock.now(),
      })),
    )
    const list: OutputOf<typeof portal.questionList>['list'] = []
    for (const currentPage of [1, 2]) {
      const { body } = await t.call(portal.questionList, { currentPage, pageSize: 100 })
      list.push(...(body.data as OutputOf<typeof portal.questionList>).list)
    }
    expect(list).toHaveLength(XSS_PAYLOADS.length)
    const unsafe = list.filter(({ answerHtml }) => beyondTheList(answerHtml).length > 0)
    expect(unsafe.map(({ answerHtml }) => answerHtml)).toEqual([])
    expect(list.filter(({ answerHtml }) => /<[^>]*xssRan/.test(answerHtml))).toEqual([])
    expect(list.every(({ answerHtml }) => answerHtml.startsWith('<p>前'))).toBe(true)
    // Clients show them as text.
    expect(list.map((row) => row.question)).toEqual(XSS_PAYLOADS)
  }),
)

test(
  'a proper answer is unchanged; its links open in a new window',
  city.undone(async (t) => {
    await t.db.delete(question)
    const answerHtml =
      '<h3>步骤</h3><ol start="2"><li>登录<strong>平台</strong></li></ol><table><tbody><tr><td colspan="2">表</td></tr></tbody></table>'
    await t.db.insert(question).values([
      { question: '甲', answerText: '', answerHtml, sequence: 1, modifiedAt: t.clock.now() },
      {
        question: '乙',
        answerText: '',
        answerHtml:
          '<a href="https://example.com/a?b=1&amp;c=2" onclick="x()">见</a><a href="mailto:a@example.com">信</a>',
        sequence: 2,
        modifiedAt: t.clock.now(),
      },
    ])
    const { list } = (await t.call(portal.questionList, {})).body.data as OutputOf<typeof portal.questionList>
    expect(list[0]?.answerHtml).toBe(answerHtml)
    expect(list[1]?.answerHtml).toBe(
      '<a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">见</a><a href="mailto:a@example.com" target="_blank" rel="noopener noreferrer">信</a>',
    )
  }),
)

test(
  'a title or a name is a JSON string in an answer that browsers do not render as a page',
  city.undone(async (t) => {
    await t.db.delete(information)
    await t.db
      .insert(information)
      .values(XSS_PAYLOADS.map((title) => ({ type: 0, title, body: title, modifiedAt: t.clock.now() })))
    const response = await t.api.request(`${portal.informationList.path}?pageSize=100`)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const { list } = ((await response.json()) as { data: OutputOf<typeof portal.informationList> }).data
    expect(list.every(({ title }) => XSS_PAYLOADS.includes(title))).toBe(true)
  }),
)

test(
  "a notice's link to a script is removed",
  city.undone(async (t) => {
    await t.db.delete(notice)
    const addresses = [
      ...XSS_PAYLOADS,
      'javascript:alert(1)',
      'data:text/html,x',
      '//example.com',
      ' https://example.com',
    ]
    await t.db
      .insert(notice)
      .values(addresses.map((url) => ({ title: url, url, organId: null, createdAt: t.clock.now() })))
    for (const currentPage of [1, 2]) {
      const { body } = await t.call(portal.noticeList, { currentPage, pageSize: 100 })
      expect((body.data as OutputOf<typeof portal.noticeList>).list.filter(({ url }) => url !== '')).toEqual([])
    }
  }),
)
