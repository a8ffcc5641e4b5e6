import { inflateSync } from 'node:zlib'

const HEADER = 44
const ENTRY = 20

interface Table {
  readonly tag: number
  readonly checksum: number
  readonly bytes: Buffer
}

const align = (size: number) => (size + 3) & ~3

function readTables(woff: Buffer): Table[] {
  return Array.from({ length: woff.readUInt16BE(12) }, (_, at) => {
    const entry = HEADER + at * ENTRY
    const offset = woff.readUInt32BE(entry + 4)
    const packed = woff.subarray(offset, offset + woff.readUInt32BE(entry + 8))
    const size = woff.readUInt32BE(entry + 12)
    return {
      tag: woff.readUInt32BE(entry),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: packed.length < size ? inflateSync(packed) : packed,
    }
  })
}

/**
 * Given the WOFF, the PDF library unpacks the whole font for every glyph, which takes minutes. WOFF File Format
 * 1.0, sections 3 to 5.
 */
export function woffToTtf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF font')
  const tables = readTables(woff)
  const power = Math.floor(Math.log2(tables.length))
  const start = 12 + tables.length * 16
  const ttf = Buffer.alloc(start + tables.reduce((sum, { bytes }) => sum + align(bytes.length), 0))
  ttf.writeUInt32BE(woff.readUInt32BE(4), 0)
  ttf.writeUInt16BE(tables.length, 4)
  ttf.writeUInt16BE(2 ** power * 16, 6)
  ttf.writeUInt16BE(power, 8)
  ttf.writeUInt16BE((tables.length - 2 ** power) * 16, 10)
  let offset = start
  tables.forEach(({ tag, checksum, bytes }, at) => {
    const entry = 12 + at * 16
    ttf.writeUInt32BE(tag, entry)
    ttf.writeUInt32BE(checksum, entry + 4)
    ttf.writeUInt32BE(offset, entry + 8)
    ttf.writeUInt32BE(bytes.length, entry + 12)
    bytes.copy(ttf, offset)
    offset += align(bytes.length)
  })
  return ttf
}
