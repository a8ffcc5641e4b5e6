import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import Pdf from 'pdfkit'
import { extractText } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { inspectPdf, type PdfFault } from '#server/platform/files/inspect-pdf.ts'
import { packedObjects, packedPdf, page, plainPdf } from '../support/pdf-files.ts'

const LINK = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com) >> >>'
const INSIDE = '<< /Type /Action /S /GoTo /D [3 0 R /XYZ null null 0] >>'

async function madeByPdfkit(options: PDFKit.PDFDocumentOptions): Promise<Uint8Array<ArrayBuffer>> {
  const document = new Pdf(options)
  document.outline.addItem('第一章')
  document.text('a link', 100, 100, { link: 'https://example.com', underline: true })
  document.addPage().text('second', { goTo: 'there' })
  document.addPage().text('third', { destination: 'there' })
  for (let n = 0; n < 40; n += 1) document.addPage().text(`page ${n} `.repeat(200))
  document.end()
  return new Uint8Array(await buffer(document))
}

describe('an ordinary PDF passes', () => {
  test.each([
    ['1.3 by pdfkit', { pdfVersion: '1.3' }],
    ['1.7 by pdfkit, not compressed', { pdfVersion: '1.7', compress: false }],
    ['tagged, by pdfkit', { pdfVersion: '1.5', tagged: true, lang: 'zh-CN', displayTitle: true }],
    ['for the archive, by pdfkit', { subset: 'PDF/A-1b' }],
  ] as [string, PDFKit.PDFDocumentOptions][])('%s', async (_, options) => {
    const bytes = await madeByPdfkit(options)
    expect(await inspectPdf(bytes)).toBeNull()
    expect((await extractText(bytes)).totalPages).toBe(43)
  })

  test.each([
    ['that packs its objects', ''],
    ['that opens at a page', '/OpenAction [3 0 R /Fit]'],
    ['that opens at a page by an action', `/OpenAction ${INSIDE}`],
    ['that opens at a page by an action of its own number', '/OpenAction 6 0 R'],
    ['with a link', '/Lang (zh-CN)'],
  ])('%s', async (_, catalog) => {
    const objects = page('Fire 119', catalog, { 6: INSIDE, 7: LINK })
    for (const bytes of [packedPdf(objects), plainPdf(objects)]) expect(await inspectPdf(bytes)).toBeNull()
    expect((await extractText(packedPdf(objects), { mergePages: true })).text).toBe('Fire 119')
  })

  test('with pictures of any bytes', async () => {
    const noise = Buffer.alloc(300_000)
    let seed = 1
    for (let at = 0; at < noise.length; at += 1) noise[at] = (seed = (seed * 16_807) % 2_147_483_647) >> 7
    noise.write('/JS /JavaScript /OpenAction /Encrypt (', 1_000, 'latin1')
    const picture = { entries: '/Type /XObject /Subtype /Image /Filter /DCTDecode', body: noise }
    expect(await inspectPdf(packedPdf(page('x', '', { 6: picture })))).toBeNull()
  })
})

/** Also compressed, unless a stream. */
const ACTIVE: readonly (readonly [what: string, catalog: string, object: string])[] = [
  ['a script that runs with it', '/OpenAction 6 0 R', '<< /S /JavaScript /JS (app.alert(1)) >>'],
  ['a script whose name is written in numbers', '/OpenAction 6 0 R', '<< /S /J#61v#61Script /#4a#53 (1) >>'],
  ['a named script', '/Names << /JavaScript 6 0 R >>', '<< /Names [(a) 7 0 R] >>'],
  ['a program', '', '<< /S /Launch /F (cmd.exe) >>'],
  ['an address that opens with it', '/OpenAction 6 0 R', '<< /S /URI /URI (https://evil.example) >>'],
  ['an address that opens with it, in place', '/OpenAction << /S /URI /URI (https://evil.example) >>', 'null'],
  ['an address after a comment', '/OpenAction %\n6 0 R', '<< /S /URI /URI (https://evil.example) >>'],
  ['an address as the next action', `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next 6 0 R >>`, LINK],
  ['a command that runs with it', '/OpenAction 6 0 R', '<< /S /Named /N /Print >>'],
  ['an action of a page', '', '<< /Type /Page /AA << /O << /S /URI /URI (https://evil.example) >> >> >>'],
  ['a form that is sent', '', '<< /S /SubmitForm /F (https://evil.example) >>'],
  ['data that is fetched', '', '<< /S /ImportData /F (\\\\evil\\x.fdf) >>'],
  ['another file on the network', '', '<< /S /GoToR /F (\\\\\\\\evil\\\\x.pdf) /D [0 /Fit] >>'],
  ['a file inside', '/Names << /EmbeddedFiles 6 0 R >>', '<< /Names [(a) 7 0 R] >>'],
  ['a file inside, by its specification', '', '<< /Type /Filespec /F (a.exe) /EF << /F 7 0 R >> >>'],
  ['a form of another kind', '/AcroForm << /XFA 6 0 R >>', '[(x) 7 0 R]'],
  ['a film', '', '<< /S /Rendition /R 7 0 R >>'],
]

describe('an active PDF is rejected, uncompressed and compressed', () => {
  test.each(ACTIVE)('with %s', async (_, catalog, object) => {
    const objects = page('x', catalog, { 6: object })
    expect(await inspectPdf(plainPdf(objects))).toBe('active')
    expect(await inspectPdf(packedPdf(objects))).toBe('active')
  })
})

const SCRIPT = { 6: '<< /S /JavaScript /JS (app.alert(1)) >>' }
const packed = packedObjects(SCRIPT)
const flate = deflateSync(packed.content)

/** The file hides the stream. */
const hidden = (entries: string, body = flate, before = '') => plainPdf(page(`x`, before, { 8: { entries, body } }))

describe('a file that cannot be inspected is rejected', () => {
  test.each<[what: string, bytes: Uint8Array, fault: PdfFault]>([
    ['an encrypted file', plainPdf(page('x'), '/Encrypt 9 0 R'), 'encrypted'],
    ['a packed, encrypted file', packedPdf(page('x', '/Encrypt << /Filter /Standard >>')), 'encrypted'],
    ['a chain of filters', hidden(`${packed.entries} /Filter [/ASCIIHexDecode /FlateDecode]`), 'opaque'],
    ['a filter by number', hidden(`${packed.entries} /Filter 9 0 R`), 'opaque'],
    ['another filter', hidden(`${packed.entries} /Filter /LZWDecode`), 'opaque'],
    ['a predictor', hidden(`${packed.entries} /Filter /FlateDecode /DecodeParms << /Predictor 12 >>`), 'opaque'],
    ['two filters', hidden(`${packed.entries} /Filter /FlateDecode /Filter /LZWDecode`), 'opaque'],
    ['a place by number', hidden('/Type /ObjStm /N 1 /First 9 0 R /Filter /FlateDecode'), 'opaque'],
    ['broken compression', hidden(`${packed.entries} /Filter /FlateDecode`, Buffer.from('not deflate')), 'opaque'],
    ['an unnamed kind', hidden(packed.entries.replace('/Type /ObjStm', '/Filter /FlateDecode')), 'active'],
    [
      'names in numbers',
      hidden(packed.entries.replace('/Fir', '/#46ir').replace('ObjStm', 'X') + '/Filter/Fl'),
      'active',
    ],
    ['a head in a string', hidden(`${packed.entries} /Filter /FlateDecode /X (endobj 1 0 obj <<)`), 'active'],
    ['a head in a comment', hidden(`${packed.entries} /Filter /FlateDecode %endobj 1 0 obj <<\n`), 'opaque'],
    [
      'objects inside a picture',
      plainPdf(
        page('x', '', { 8: { entries: '/Filter /DCTDecode', body: Buffer.from('6 0 obj << /S /JavaScript >>') } }),
      ),
      'opaque',
    ],
    [
      'objects inside a picture behind a comment',
      plainPdf(
        page('x', '', { 8: { entries: '/Filter /DCTDecode', body: Buffer.from('6 0 %\nobj<< /S /Launch >>') } }),
      ),
      'opaque',
    ],
    ['an action that is nowhere', packedPdf(page('x', '/OpenAction 99 0 R')), 'opaque'],
    [
      'an action defined twice',
      plainPdf({
        ...page('x', '/OpenAction 06 0 R', { 6: INSIDE }),
        '8 0 obj null endobj 6': '<< /S /URI >>',
      } as never),
      'active',
    ],
    ['a stream without an end', new TextEncoder().encode('%PDF-1.4\n1 0 obj << >>\nstream\nx\n%%EOF'), 'opaque'],
    ['a bomb', hidden(`${packed.entries} /Filter /FlateDecode`, deflateSync(Buffer.alloc(40 << 20))), 'opaque'],
    ['a hundred openings', plainPdf(page('x', '/OpenAction [3 0 R]'.repeat(100))), 'opaque'],
    [
      'a hundred definitions',
      plainPdf(page('x', '/OpenAction 6 0 R', { 6: `${INSIDE}\n6 0 obj\n`.repeat(100) })),
      'opaque',
    ],
    [
      'dictionaries without an end',
      plainPdf(page('x', '', { 8: { entries: '9 0 obj << '.repeat(9_000), body: flate } })),
      'opaque',
    ],
    [
      '30,000 streams',
      plainPdf({
        1: 'null',
        ...Object.fromEntries(
          Array.from({ length: 30_000 }, (_, n) => [n + 2, { entries: '', body: Buffer.from('x') }]),
        ),
      }),
      'opaque',
    ],
    ['no end', new TextEncoder().encode('%PDF-1.7\nnothing'), 'broken'],
  ])('%s', async (_, bytes, fault) => {
    expect(await inspectPdf(bytes)).toBe(fault)
  })
})
