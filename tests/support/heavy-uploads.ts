import { deflateSync } from 'node:zlib'
import { packedObjects, page, plainPdf } from './pdf-files.ts'

export interface HeavyUpload {
  readonly what: string
  readonly file: () => Uint8Array<ArrayBuffer>
}

const BYTES = 9 * 1024 * 1024
const fill = (text: string, bytes = BYTES) => text.repeat(Math.floor(bytes / text.length))
const raw = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const pdf = (inner: string) => raw(`%PDF-1.5\n${inner}\n%%EOF\n`)
const objectStream = (body: Buffer, entries = packedObjects({ 6: 'null' }).entries) =>
  plainPdf(page('x', '', { 8: { entries: `${entries} /Filter /FlateDecode`, body } }))
const PNG = '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\0\u0002\0\0\0\u0002\u0008\u0002\0\0\0\0\0\0\0'

export const HOSTILE_UPLOADS: readonly HeavyUpload[] = [
  { what: 'a PDF of many objects', file: () => pdf(fill('1 0 obj<</A 1>>endobj\n')) },
  { what: 'a PDF of many streams', file: () => pdf(fill('1 0 obj<<>>stream\nx\nendstream endobj\n')) },
  { what: 'a PDF of dictionaries without an end', file: () => pdf(`${fill('1 0 obj<<')}\n>>stream\nx\nendstream`) },
  { what: 'a PDF of comments', file: () => pdf(`${fill('1 0 obj%')}<<>>stream\nx\nendstream`) },
  { what: 'a PDF of strings without an end', file: () => pdf(`${fill('1 0 obj<<(')}>>stream\nx\nendstream`) },
  { what: 'a PDF of the word stream', file: () => pdf(fill('astream\n')) },
  { what: 'a PDF of openings', file: () => pdf(fill('/OpenAction%')) },
  { what: 'a PDF of actions by number', file: () => pdf(fill('/OpenAction 1 0 R ')) },
  { what: 'a PDF of one object defined often', file: () => pdf(`/OpenAction 1 0 R ${fill('1 0 obj[]endobj ')}`) },
  { what: 'a PDF of digits', file: () => pdf(`/OpenAction 1 0 R ${fill('1')}`) },
  { what: 'a PDF of numbers and blanks', file: () => pdf(`/OpenAction 1 0 R ${fill('1 ')}`) },
  { what: 'a PDF of names in numbers', file: () => pdf(fill('#41')) },
  { what: 'a PDF of slashes', file: () => pdf(fill('/')) },
  { what: 'a PDF of blanks', file: () => pdf(fill(' ')) },
  { what: 'a PDF with a bomb of objects', file: () => objectStream(deflateSync(Buffer.alloc(200 << 20))) },
  {
    what: 'a PDF with a long list of objects',
    file: () => objectStream(deflateSync(Buffer.from('1 2 '.repeat(7 << 20))), '/Type /ObjStm /N 9 /First 29000000'),
  },
  {
    what: 'a PDF with 4,000 bombs',
    file: () => {
      const one = deflateSync(Buffer.alloc(8 << 20)).toString('latin1')
      const stream = `1 0 obj<</N 1/First 9/Filter/FlateDecode>>stream\n${one}\nendstream\n`
      return pdf(stream.repeat(Math.min(4_000, Math.floor(BYTES / stream.length))))
    },
  },
  { what: 'a PNG of empty chunks', file: () => raw(PNG + fill('\0\0\0\0aaaa\0\0\0\0')) },
  { what: 'a JPEG of empty segments', file: () => raw(`\u00ff\u00d8${fill('\u00ff\u00e0\0\u0002')}`) },
  { what: 'a JPEG of fill bytes', file: () => raw(`\u00ff\u00d8${fill('\u00ff')}`) },
  {
    what: 'a PNG that claims 2,147,483,647 pixels',
    file: () => raw(PNG.replace('IHDR\0\0\0\u0002', 'IHDR\u007f\u00ff\u00ff\u00ff')),
  },
]

export const HOSTILE_TEXTS: readonly { readonly what: string; readonly text: () => string }[] = [
  '<td>x',
  '<td>x</td>',
  '<a>x',
  '<a href=http://x>y',
  '<ul><li>x',
  '<p>x',
  '<div>',
  '<b>',
  '<h3>x',
  '<br> ',
  '<',
  '&',
  '&lt;',
  '<!--',
  '<![CDATA[',
  '<p><b><i>',
  '</p>',
  '<table>',
  '<option>',
  '<svg><style>',
].map((tag) => ({ what: tag, text: () => fill(tag, 59_000) }))
