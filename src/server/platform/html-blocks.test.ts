import { expect, test } from 'vitest'
import { blocksOf, wordsOf } from './html-blocks.ts'

test.each([
  ['', ''],
  ['<p></p><p><br></p>', ''],
  ['第一行\n\n 第二行 ', '第一行\n第二行'],
  ['<p>甲</p><p>乙</p>', '甲\n乙'],
  ['<p> 甲 <b>乙</b> 丙 </p>', '甲 乙 丙'],
  ['甲<br>乙', '甲\n乙'],
  ['<h3>题</h3><p>文</p>', '题\n文'],
  ['<ul><li>甲</li><li><p>乙</p></li></ul>', '· 甲\n· 乙'],
  ['<ol start="3"><li>甲</li><li>乙<ul><li>丙</li></ul></li></ol>', '3. 甲\n4. 乙\n　· 丙'],
  ['<table><tbody><tr><th>甲</th><td>1</td></tr><tr><th>乙</th><td></td></tr></tbody></table>', '甲　1\n乙'],
  ['<p>见<a href="https://example.com/a">附件</a>。</p>', '见附件（https://example.com/a）。'],
  ['<p><a href="https://example.com">https://example.com</a></p>', 'https://example.com'],
  ['<p>1 &lt; 2 &amp; 3</p>', '1 < 2 & 3'],
])('%j has the text %j', (html, words) => {
  expect(wordsOf(html)).toBe(words)
})

test('recognises bold text and headings', () => {
  expect(blocksOf('<h4>题<strong>目</strong></h4><p><strong> 甲</strong>乙</p>')).toEqual([
    {
      heading: true,
      runs: [
        { text: '题', bold: false },
        { text: '目', bold: true },
      ],
    },
    {
      heading: false,
      runs: [
        { text: '甲', bold: true },
        { text: '乙', bold: false },
      ],
    },
  ])
})

test('indents a list by eight levels at most, so that deep nesting does not grow the text', () => {
  const deep = wordsOf(`${'<ul><li>'.repeat(200)}甲`)
  expect(deep).toBe(`${'　'.repeat(8)}· 甲`)
})

test('shows a link once per row of cells, with its URL if its text differs', () => {
  const cell = (n: number) => `<td><a href="https://example.com/${n}">见 ${n}</a></td>`
  expect(wordsOf(`<table><tr>${cell(1)}${cell(2)}</tr></table>`)).toBe(
    '见 1（https://example.com/1）　见 2（https://example.com/2）',
  )
  expect(wordsOf('<p><a href="https://example.com"><b> https://</b>example.com </a></p>')).toBe('https://example.com')
})
