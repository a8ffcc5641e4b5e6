import { deflateRawSync } from 'node:zlib'

/** False claims in the archive's directory, for every entry. */
export interface Claims {
  readonly packed?: number
  readonly offset?: number
  readonly method?: number
  readonly flags?: number
  readonly count?: number
}

/** A zip archive with deflated entries; its headers claim size 0. */
export function zipOf(
  entries: readonly (readonly [name: string, content: Buffer | string])[],
  claims: Claims = {},
): Buffer {
  const locals: Buffer[] = []
  const lines: Buffer[] = []
  let offset = 0
  for (const [name, content] of entries) {
    const data = deflateRawSync(Buffer.from(content))
    const label = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x0403_4b50, 0)
    local.writeUInt16LE(label.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x0201_4b50, 0)
    entry.writeUInt16LE(claims.flags ?? 0, 8)
    entry.writeUInt16LE(claims.method ?? 8, 10)
    entry.writeUInt32LE(claims.packed ?? data.length, 20)
    entry.writeUInt16LE(label.length, 28)
    entry.writeUInt32LE(claims.offset ?? offset, 42)
    locals.push(local, label, data)
    lines.push(entry, label)
    offset += 30 + label.length + data.length
  }
  const directory = Buffer.concat(lines)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(claims.count ?? entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

const WORKBOOK = '<workbook><sheets><sheet name="a" r:id="rId7"/></sheets></workbook>'
const RELATIONS = '<Relationships><Relationship Id="rId7" Type="x" Target="worksheets/s.xml"/></Relationships>'

export const workbookEntries = (sheet: string, shared?: string, book = WORKBOOK, relations = RELATIONS) =>
  [
    ['xl/workbook.xml', book],
    ['xl/_rels/workbook.xml.rels', relations],
    ['xl/worksheets/s.xml', sheet],
    ...(shared === undefined ? [] : [['xl/sharedStrings.xml', shared] as const]),
  ] as const satisfies readonly (readonly [string, string])[]

export const workbook = (rows: string, shared?: string) =>
  zipOf(workbookEntries(`<worksheet><sheetData>${rows}</sheetData></worksheet>`, shared))
