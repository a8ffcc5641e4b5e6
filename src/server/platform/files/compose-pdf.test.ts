import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { composePdf, type DocumentText } from './compose-pdf.ts'

const notice = {
  title: '关于开展消防设施物联网数据质量抽查的公告',
  facts: ['通知公告', '发布时间 2026-03-22 09:40:00'],
  paragraphs: [
    '各单位应当核对点位台账，“一栋一档”有变化的，5个工作日内更新。',
    '服务商应当配合（含GB/T 26875.3-2011接入）。',
  ],
  source: '上海市消防救援局',
  date: new Date('2026-03-22T09:40:00+08:00'),
} satisfies DocumentText

const bare = (text: string) => text.replace(/\s/g, '')

async function read(file: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(file), { verbosity: 0 })
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  return { pages: totalPages, text: bare(text), meta: await pdf.getMetadata() }
}

const body = async (...paragraphs: string[]) => (await read(await composePdf({ ...notice, paragraphs }))).text

test('every word of the document can be selected and searched', async () => {
  const { text, pages } = await read(await composePdf(notice))
  for (const words of [notice.title, ...notice.facts, ...notice.paragraphs, notice.source]) {
    expect(text).toContain(bare(words))
  }
  expect(text).toContain('第1页，共1页')
  expect(pages).toBe(1)
})

test('the text of the file is exactly the input, plus header and footer', async () => {
  const lines = Array.from(
    { length: 60 },
    (_, at) => `第${at}条：接入率${at}%，联系人“张三（${at}）”，GB/T 26875.3-2011。`,
  )
  const { text, pages } = await read(await composePdf({ ...notice, paragraphs: lines }))
  expect(pages).toBeGreaterThan(1)
  const feet = Array.from({ length: pages }, (_, at) => `${notice.source}第${at + 1}页，共${pages}页`)
  const told = feet.reduce((left, foot) => left.replace(foot, ''), text)
  expect(told).toBe(bare([notice.title, ...notice.facts, ...lines].join('')))
})

test('symbols of standards and rare characters of names come from additional fonts', async () => {
  const line = '温度5℃，压力≥0.10MPa且≤0.14MPa，→①②㎡²½√≈，姓名镕淞垚喆犇龘'
  expect(await body(line)).toContain(line)
})

test('a character without a glyph is shown in its plain form, or as a placeholder', async () => {
  expect(await body('第Ⅻ章⑳条')).toContain('第XII章20条')
  expect(await body('前😀后')).toContain('前〓后')
})

test('control characters, zero-width characters and overlong lines do not break the document', async () => {
  const long = '消'.repeat(3000)
  const { text, pages } = await read(await composePdf({ ...notice, paragraphs: ['甲\u0000\u200b乙', long] }))
  expect(text).toContain('甲乙')
  expect(text.split('消').length - 1).toBeGreaterThanOrEqual(3000)
  expect(pages).toBeGreaterThan(2)
  expect(text).toContain(`第${pages}页，共${pages}页`)
})

test('the file has its title, language and author, and the same text makes the same bytes', async () => {
  const file = await composePdf(notice)
  const { meta } = await read(file)
  expect(meta.info).toMatchObject({ Title: notice.title, Author: notice.source, Language: 'zh-CN' })
  expect(await composePdf(notice)).toEqual(file)
})

test('fonts are embedded as subsets: a page of Chinese stays under 100 KB', async () => {
  const file = await composePdf(notice)
  expect(file.length).toBeLessThan(100_000)
  expect(file.toString('latin1')).toMatch(/\/FontFile2 /)
})

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

test('pictures are drawn in a row, each with its alternative text', async () => {
  const pictures = [
    { alt: 'phone', pngBase64: PIXEL },
    { alt: 'desktop', pngBase64: PIXEL },
  ]
  const file = (await composePdf({ ...notice, paragraphs: ['甲', { pictures }, '乙'] })).toString('latin1')
  expect(file).toContain('/Alt (phone)')
  expect(file).toContain('/Alt (desktop)')
})
