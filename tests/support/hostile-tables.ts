import { HEAD, line } from './point-table.ts'
import { workbook, workbookEntries, zipOf } from './zip-files.ts'

export interface HostileTable {
  readonly what: string
  readonly file: () => Buffer | string
  readonly words: RegExp
}

const MB = 1024 * 1024
const times = (text: string, count: number) => text.repeat(count)
const fill = (text: string, bytes = 15 * MB) => times(text, Math.floor(bytes / text.length))
const row = (cells: string) => `<row>${cells}</row>`
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const shared = (texts: string) => `<sst>${texts}</sst>`
const sheet = (inner: string) => `<worksheet><sheetData>${inner}</sheetData></worksheet>`
const entries = workbookEntries(sheet(row(inline('a'))))

const MANY = /单元格或空行过多/
const LONG = /单元格内容超过限制/
const LARGE = /内容过大/
const INVALID = /不是有效/
const NO_COLUMNS = /缺少列/

const table = (what: string, words: RegExp, file: () => Buffer | string): HostileTable => ({ what, words, file })

export const HOSTILE_TABLES: readonly HostileTable[] = [
  table('15 MB of empty cells', MANY, () => workbook(row(fill('<c/>')))),
  table('15 MB of empty cells in rows', MANY, () => workbook(fill(row(times('<c r="A1"/>', 9))))),
  table('15 MB of cells that hold blanks', MANY, () => workbook(fill(row(inline(' '))))),
  table('15 MB of blank rows', MANY, () => workbook(fill('<row/>'))),
  table('blank rows with attributes', MANY, () => workbook(fill('<row r="1048576" spans="1:16384" ht="15"/>'))),
  table('a million shared texts', MANY, () => workbook(row(inline('a')), shared(times('<si><t>a</t></si>', 800_000)))),
  table('a million empty shared texts', MANY, () => workbook(row(inline('a')), shared(times('<si/>', 1_000_000)))),
  table('a long shared text in every cell', LARGE, () =>
    workbook(times(row(times('<c t="s"><v>0</v></c>', 40)), 4_000), shared(`<si><t>${times('长', 32_000)}</t></si>`)),
  ),
  table('a shared text of blanks in every cell', MANY, () =>
    workbook(fill(row(times('<c t="s"><v>0</v></c>', 40))), shared(`<si><t>${times(' ', 32_000)}</t></si>`)),
  ),
  table('a shared text of many runs', MANY, () =>
    workbook(row(inline('a')), shared(`<si>${fill('<r><t>abc</t></r>')}</si>`)),
  ),
  table('escapes in a long text', LONG, () => workbook(row(inline(times('_x0041_', 30_000))))),
  table('entities in a long text', INVALID, () => workbook(row(inline(fill('&amp;'))))),
  table('entities in many texts', /不能超过 5000 行/, () => workbook(fill(row(inline(times('&#x41;', 20)))))),
  table('a text of 15 MB', INVALID, () => workbook(row(inline(fill('abcdefgh'))))),
  table('a number of a million digits', INVALID, () => workbook(row(`<c><v>${times('9', 1_000_000)}</v></c>`))),
  table('a text that comes in comments', MANY, () =>
    workbook(row(`<c t="inlineStr"><is><t>${fill('ab<!---->')}</t></is></c>`)),
  ),
  table('a tag of 15 MB', INVALID, () => workbook(`<row ${fill('a="b" ')}/>`)),
  table('a tag of blanks', INVALID, () => workbook(`<c r${fill(' ')}`)),
  table('tags of blanks', NO_COLUMNS, () => workbook(row(times(`<c r${times(' ', 16_000)}/>`, 900)))),
  table('a quote without an end', INVALID, () => workbook(`<c r="${fill('<c r=')}`)),
  table('tags without an end', MANY, () => workbook(fill('<a>'))),
  table('only closing tags', MANY, () => workbook(fill('</c></row>'))),
  table('elements 100,000 deep', NO_COLUMNS, () =>
    workbook(`${times('<a>', 100_000)}${row(inline('x'))}${times('</a>', 100_000)}`),
  ),
  table('readings aloud without an end', MANY, () => workbook(row(fill('<rPh><t>x</t>')))),
  table('15 MB of comments', MANY, () => workbook(fill('<!---->'))),
  table('a comment of 15 MB', NO_COLUMNS, () => workbook(`<!--${fill('a')}-->${row(inline('x'))}`)),
  table('15 MB of instructions', MANY, () => workbook(fill('<?a?>'))),
  table('15 MB of raw text', MANY, () => workbook(fill('<![CDATA[]]>'))),
  table('billions of laughs', INVALID, () =>
    workbook('<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]><c>&c;</c>'),
  ),
  table('an entity from outside', INVALID, () => workbook('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>')),
  table('a row of a million columns', MANY, () => workbook(row(times('<c><v>1</v></c>', 1_000_000)))),
  table('cells at the farthest column', MANY, () => workbook(fill(row('<c r="XFD1048576"><v>1</v></c>')))),
  table('100,000 sheets', NO_COLUMNS, () =>
    zipOf(
      workbookEntries(
        sheet(row(inline('a'))),
        undefined,
        `<workbook>${times('<sheet r:id="rId7"/>', 100_000)}</workbook>`,
      ),
    ),
  ),
  table('a million sheets', MANY, () =>
    zipOf(workbookEntries('', undefined, `<workbook>${times('<sheet/>', 1_500_000)}</workbook>`)),
  ),
  table('a sheet that is its own texts', MANY, () => {
    const relation = (id: string, type: string) => `<Relationship Id="${id}" Type="${type}" Target="worksheets/s.xml"/>`
    const both = `<Relationships>${relation('rId7', 'x')}${relation('b', 'officeDocument/sharedStrings')}</Relationships>`
    return zipOf(workbookEntries(fill('<si/><c/>', 7 * MB), undefined, undefined, both))
  }),
  table('a bomb', LARGE, () => zipOf(workbookEntries(times(' ', 64 * MB)))),
  table('a bomb in the names of sheets', LARGE, () => zipOf([['xl/workbook.xml', times(' ', 64 * MB)]])),
  table('an archive in an archive', INVALID, () => zipOf([['a.xlsx', zipOf(entries)]])),
  table('sizes beyond the file', INVALID, () => zipOf(entries, { packed: 0x7fff_ffff, method: 0 })),
  table('places beyond the file', INVALID, () => zipOf(entries, { offset: 0x7fff_ffff })),
  table('entries that are not there', LARGE, () => zipOf(entries, { count: 65_535 })),
  table('entries without a place', INVALID, () => zipOf(entries, { count: 300 })),
  table('two entries of one name', INVALID, () => zipOf([...entries, ['xl/workbook.xml', 'x']])),
  table('an entry under lock', INVALID, () => zipOf(entries, { flags: 1 })),
  table('an unknown way of packing', INVALID, () => zipOf(entries, { method: 99 })),
  table('a workbook cut short', INVALID, () => workbook(row(inline('a'))).subarray(0, -40)),
  table('a csv of commas', MANY, () => times(',', 900_000)),
  table('a csv of line ends', MANY, () => times('\n', 900_000)),
  table('a csv of one cell', LONG, () => times('a', 900_000)),
  table('a csv of one quote', LONG, () => `"${times('a,\n', 300_000)}`),
  table('a csv of quotes', LONG, () => times('"', 900_000)),
  table('a csv of blanks before a quote', LONG, () => times(' ', 900_000)),
  table('a csv of blanks and quotes', NO_COLUMNS, () => times(`${times(' ', 30_000)}"",`, 29)),
  table('a csv of GB 18030', LONG, () => Buffer.alloc(900_000, 0x81)),
  table('a csv of zeros', /格式有误/, () => Buffer.alloc(900_000)),
  table('5,000 wrong rows of long cells', /行有误/, () =>
    [HEAD, ...Array.from({ length: 5_000 }, (_, n) => line(n, { name: times('长', 20), floor: times('1', 40) }))].join(
      '\n',
    ),
  ),
]
