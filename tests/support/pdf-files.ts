import { deflateSync } from 'node:zlib'

export type PdfObject = string | { readonly entries: string; readonly body: Buffer }

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

function streamOf(entries: string, body: Buffer): Buffer<ArrayBuffer> {
  return Buffer.concat([bytesOf(`<< ${entries} /Length ${body.length} >>\nstream\n`), body, bytesOf('\nendstream')])
}

/** Numbers and offsets, then values. */
export function packedObjects(objects: Readonly<Record<number, string>>): { content: Buffer; entries: string } {
  let values = ''
  const places = Object.entries(objects).map(([number, value]) => {
    const place = `${number} ${values.length}`
    values += `${value} `
    return place
  })
  const head = `${places.join(' ')} `
  return {
    content: bytesOf(head + values),
    entries: `/Type /ObjStm /N ${places.length} /First ${head.length}`,
  }
}

export function packedPdf(objects: Readonly<Record<number, PdfObject>>): Uint8Array<ArrayBuffer> {
  const numbers = Object.keys(objects).map(Number)
  const packer = Math.max(...numbers) + 1
  const values: Record<number, string> = {}
  for (const number of numbers) {
    const object = objects[number]
    if (typeof object === 'string') values[number] = object
  }
  const inside = Object.keys(values).map(Number)
  const packed = packedObjects(values)
  const parts = [bytesOf('%PDF-1.5\n%\u00e2\u00e3\u00cf\u00d3\n')]
  const offsets = new Map<number, number>()
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  const add = (number: number, content: Buffer<ArrayBuffer>) => {
    offsets.set(number, length())
    parts.push(bytesOf(`${number} 0 obj\n`), content, bytesOf('\nendobj\n'))
  }
  for (const number of numbers) {
    const object = objects[number]
    if (object !== undefined && typeof object !== 'string') add(number, streamOf(object.entries, object.body))
  }
  add(packer, streamOf(`${packed.entries} /Filter /FlateDecode`, deflateSync(packed.content)))
  const start = length()
  const rows = Array.from({ length: packer + 2 }, (_, number) => {
    const row = Buffer.alloc(7)
    const at = number === packer + 1 ? start : offsets.get(number)
    const index = inside.indexOf(number)
    row[0] = index >= 0 ? 2 : at === undefined ? 0 : 1
    row.writeUInt32BE(index >= 0 ? packer : (at ?? 0), 1)
    row.writeUInt16BE(index >= 0 ? index : 0, 5)
    return row
  })
  const xref = `/Type /XRef /Size ${packer + 2} /W [1 4 2] /Root 1 0 R /Filter /FlateDecode`
  add(packer + 1, streamOf(xref, deflateSync(Buffer.concat(rows))))
  parts.push(bytesOf(`startxref\n${start}\n%%EOF\n`))
  return new Uint8Array(Buffer.concat(parts))
}

export const page = (says: string, catalog = '', more: Readonly<Record<number, PdfObject>> = {}) =>
  ({
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    4: { entries: '/Filter /FlateDecode', body: deflateSync(bytesOf(`BT /F1 24 Tf 40 200 Td (${says}) Tj ET`)) },
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
  }) satisfies Record<number, PdfObject>

export function plainPdf(objects: Readonly<Record<number, PdfObject>>, trailer = ''): Uint8Array<ArrayBuffer> {
  const parts = [bytesOf('%PDF-1.4\n')]
  for (const [number, object] of Object.entries(objects))
    parts.push(
      bytesOf(`${number} 0 obj\n`),
      typeof object === 'string' ? bytesOf(object) : streamOf(object.entries, object.body),
      bytesOf('\nendobj\n'),
    )
  parts.push(bytesOf(`trailer << /Root 1 0 R ${trailer} >>\nstartxref\n0\n%%EOF\n`))
  return new Uint8Array(Buffer.concat(parts))
}
