import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { cellsOf, linesOf } from './copy-line.ts'

test.each<[line: string, cells: (string | null)[]]>([
  ['1\t静安寺\t\\N', ['1', '静安寺', null]],
  ['\t', ['', '']],
  ['a\\tb\\nc\\\\d\\re', ['a\tb\nc\\d\re']],
  ['\\\\N', ['\\N']],
  ['{"a": "\\\\n"}', ['{"a": "\\n"}']],
])('%j is read as %j', (line, cells) => {
  expect(cellsOf(line)).toEqual(cells)
})

test('a line ends at a line feed only, wherever the bytes are split', async () => {
  const lines = ['a\u2028b\u2029c\u0085d\re', '', '静安寺🚒']
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  for (const size of [1, 2, 5, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, i * size + size),
    )
    const found: string[] = []
    for await (const line of linesOf(Readable.from(pieces))) found.push(line)
    expect(found).toEqual(lines)
  }
})
