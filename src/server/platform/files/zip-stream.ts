import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: Iterable<Buffer> | AsyncIterable<Buffer>
}

interface Written {
  readonly name: Buffer
  readonly offset: number
  crc: number
  size: number
  packed: number
}

/** Larger archives require zip64, which exports never reach. */
const limit = 0xffff_ffff

/** Deflate, data descriptor, UTF-8 name, 1 January 1980. */
function fields(head: number[], entry: Written, known: boolean): Buffer {
  const out = Buffer.alloc(26)
  out.set([20, 0, 0x08, 0x08, 8, 0, 0, 0, 0x21, 0])
  if (known) {
    out.writeUInt32LE(entry.crc, 10)
    out.writeUInt32LE(entry.packed, 14)
    out.writeUInt32LE(entry.size, 18)
  }
  out.writeUInt16LE(entry.name.length, 22)
  return Buffer.concat([Buffer.from(head), out])
}

function sizesOf(entry: Written): Buffer {
  const out = Buffer.from([0x50, 0x4b, 7, 8, ...Array.from({ length: 12 }, () => 0)])
  out.writeUInt32LE(entry.crc, 4)
  out.writeUInt32LE(entry.packed, 8)
  out.writeUInt32LE(entry.size, 12)
  return out
}

function directoryLine(entry: Written): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(entry.offset, 10)
  return Buffer.concat([fields([0x50, 0x4b, 1, 2, 20, 0], entry, true), rest, entry.name])
}

function directoryEnd(count: number, offset: number, size: number): Buffer {
  const out = Buffer.from([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)])
  out.writeUInt16LE(count, 8)
  out.writeUInt16LE(count, 10)
  out.writeUInt32LE(size, 12)
  out.writeUInt32LE(offset, 16)
  return out
}

async function* tallied(content: ZipEntry['content'], entry: Written): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    entry.crc = crc32(chunk, entry.crc)
    entry.size += chunk.length
    yield chunk
  }
}

export async function* zipBytes(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const done: Written[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), offset, crc: 0, size: 0, packed: 0 }
    const header = Buffer.concat([fields([0x50, 0x4b, 3, 4], entry, false), entry.name])
    yield header
    // The deflater throws them below.
    const deflater = pipeline(
      Readable.from(tallied(content, entry), { objectMode: false }),
      createDeflateRaw(),
      () => {},
    )
    for await (const chunk of deflater) {
      entry.packed += (chunk as Buffer).length
      yield chunk as Buffer
    }
    const sizes = sizesOf(entry)
    yield sizes
    offset += header.length + entry.packed + sizes.length
    if (offset > limit || entry.size > limit) throw new RangeError('a zip archive of more than 4 GB')
    done.push(entry)
  }
  const lines = Buffer.concat(done.map(directoryLine))
  yield lines
  yield directoryEnd(done.length, offset, lines.length)
}
