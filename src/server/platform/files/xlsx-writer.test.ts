import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import readSheets, { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { writeXlsx, type XlsxCell, type XlsxSheet } from './xlsx-writer.ts'

const columns = [
  { title: '建筑名称', width: 36 },
  { title: '压力', kind: 'number' },
  { title: '发生时间', kind: 'time' },
] as const

async function bytesOf(rows: XlsxSheet['rows'], name = '问题'): Promise<Buffer> {
  return buffer(writeXlsx({ name, columns, rows }))
}

async function rowsOf(rows: XlsxSheet['rows']) {
  return (await readSheet(await bytesOf(rows))).slice(1)
}

function sheetXml(zip: Buffer): string {
  let at = zip.readUInt32LE(zip.length - 6)
  for (let left = zip.readUInt16LE(zip.length - 12); left > 0; left -= 1) {
    const nameLength = zip.readUInt16LE(at + 28)
    const start = zip.readUInt32LE(at + 42)
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === 'xl/worksheets/sheet1.xml') {
      const data = start + 30 + nameLength
      return inflateRawSync(zip.subarray(data, data + zip.readUInt32LE(at + 20))).toString('utf8')
    }
    at += 46 + nameLength
  }
  return ''
}

test('an exported sheet opens with its Chinese name, header and values', async () => {
  const [sheet] = await readSheets(await bytesOf([['上海中心大厦', 0.35, null]], '消防设施运行问题'))
  expect(sheet?.sheet).toBe('消防设施运行问题')
  expect(sheet?.data).toEqual([
    ['建筑名称', '压力', '发生时间'],
    ['上海中心大厦', 0.35, null],
  ])
})

test('a time is shown in Shanghai time, to the second, and can be sorted as a date', async () => {
  const zip = await bytesOf([['a', 1, new Date('2026-11-20T16:05:09.876Z')]])
  const [row] = (await readSheet(zip)).slice(1)
  expect(row?.[2]).toEqual(new Date('2026-11-21T00:05:09Z'))
  expect(sheetXml(zip)).toMatch(/<c r="C2" s="2"><v>46347\.0035763888\d+<\/v><\/c>/)
})

test('empty, missing and impossible values leave their cells empty', async () => {
  const rows: XlsxCell[][] = [
    [null, Number.NaN, new Date(Number.NaN)],
    ['', 0],
    ['x', Number.POSITIVE_INFINITY, null],
  ]
  expect(await rowsOf(rows)).toEqual([
    [null, null, null],
    [null, 0, null],
    ['x', null, null],
  ])
})

test.each(['=1+1', '+86 21', '-5', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","点我")'])(
  'text that looks like a formula stays text: %j',
  async (text) => {
    const zip = await bytesOf([[text]])
    expect((await readSheet(zip))[1]?.[0]).toBe(text.trim())
    expect(sheetXml(zip)).toContain('<c r="A2" s="3" t="inlineStr">')
    expect(sheetXml(zip)).not.toContain('<f>')
  },
)

test('markup, control characters and Excel’s escapes are exported unchanged', async () => {
  const zip = await bytesOf([['<b>&"\'\u0000\u0007\u001b]]> 甲\r\n乙'], ['_x0041_'], ['😀\ud800']])
  const rows = await readSheet(zip)
  expect(rows[1]?.[0]).toBe('<b>&"\']]> 甲\n乙')
  expect(sheetXml(zip)).toContain('_x005F_x0041_')
  expect(rows[3]?.[0]).toBe('😀\ufffd')
})

test('a code with leading zeros or many digits keeps every digit in a text column', async () => {
  const zip = await buffer(
    writeXlsx({ name: 'x', columns: [{ title: '编码', kind: 'text' }], rows: [['0021'], [310101002000]] }),
  )
  expect((await readSheet(zip)).slice(1)).toEqual([['0021'], ['310101002000']])
})

test('the header is frozen and every column can be filtered', async () => {
  const xml = sheetXml(await bytesOf([['a'], ['b']]))
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(xml).toContain('<autoFilter ref="A1:C3"/>')
  expect(xml).toContain('<col min="1" max="1" width="36" customWidth="1"/>')
})

test('an empty export opens with its header', async () => {
  expect(await readSheet(await bytesOf([]))).toEqual([['建筑名称', '压力', '发生时间']])
})

test('a sheet name invalid in Excel is made valid', async () => {
  const names = await Promise.all(
    ["'a/b:c*[1]?'", '', '火'.repeat(40)].map(async (name) => (await readSheets(await bytesOf([], name)))[0]?.sheet),
  )
  expect(names).toEqual(['a b c 1', 'Sheet1', '火'.repeat(31)])
})

test('the twenty-seventh column is AA', async () => {
  const wide = Array.from({ length: 28 }, (_, index) => ({ title: `列${index}` }))
  const zip = await buffer(writeXlsx({ name: 'x', columns: wide, rows: [wide.map((_, index) => index)] }))
  expect(sheetXml(zip)).toContain('<c r="AA2">')
  expect((await readSheet(zip))[1]).toEqual(wide.map((_, index) => index))
})

async function* cursor() {
  for (let index = 0; index < 10_000; index += 1) yield [`建筑${index}`, index, null] as const
}

test('ten thousand rows from a database cursor arrive whole and in order', async () => {
  const rows = await rowsOf(cursor())
  expect(rows).toHaveLength(10_000)
  expect(rows[9_999]).toEqual(['建筑9999', 9_999, null])
})

async function* broken() {
  yield ['a'] as const
  throw new Error('connection lost')
}

test('a failing source aborts the download instead of completing it', async () => {
  await expect(bytesOf(broken())).rejects.toThrow('connection lost')
})

async function* endless(freed: () => void) {
  try {
    for (let index = 0; ; index += 1) yield [`建筑${Math.sin(index)}`] as const
  } finally {
    freed()
  }
}

test('cancelling the download frees the database cursor', async () => {
  let download: Readable | undefined
  await new Promise<void>((freed) => {
    download = writeXlsx({ name: 'x', columns, rows: endless(freed) })
    let received = 0
    download.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > 50_000) download?.destroy()
    })
  })
  expect(download?.destroyed).toBe(true)
})
