import { expect, test } from 'vitest'
import { cellsOf } from './copy-line.ts'

test.each<[line: string, cells: (string | null)[]]>([
  ['1\t静安寺\t\\N', ['1', '静安寺', null]],
  ['\t', ['', '']],
  ['a\\tb\\nc\\\\d\\re', ['a\tb\nc\\d\re']],
  ['\\\\N', ['\\N']],
  ['{"a": "\\\\n"}', ['{"a": "\\n"}']],
])('%j is read as %j', (line, cells) => {
  expect(cellsOf(line)).toEqual(cells)
})
