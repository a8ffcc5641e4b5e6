function findTable(ttf: Buffer, name: string): number {
  for (let entry = 12; entry < 12 + ttf.readUInt16BE(4) * 16; entry += 16) {
    if (ttf.toString('latin1', entry, entry + 4) === name) return ttf.readUInt32BE(entry + 8)
  }
  throw new Error(`the font has no ${name} table`)
}

function readRuns(ttf: Buffer, at: number, into: Set<number>): void {
  const doubled = ttf.readUInt16BE(at + 6)
  const [ends, starts] = [at + 14, at + 16 + doubled]
  const [shifts, offsets] = [starts + doubled, starts + doubled * 2]
  for (let run = 0; run < doubled; run += 2) {
    const start = ttf.readUInt16BE(starts + run)
    const offset = ttf.readUInt16BE(offsets + run)
    for (let code = start; code <= ttf.readUInt16BE(ends + run) && code < 0xffff; code++) {
      const listed = offset && ttf.readUInt16BE(offsets + run + offset + (code - start) * 2)
      const glyph = offset ? listed : (code + ttf.readUInt16BE(shifts + run)) & 0xffff
      if (glyph !== 0) into.add(code)
    }
  }
}

function readGroups(ttf: Buffer, at: number, into: Set<number>): void {
  const end = at + 16 + ttf.readUInt32BE(at + 12) * 12
  for (let entry = at + 16; entry < end; entry += 12) {
    for (let code = ttf.readUInt32BE(entry); code <= ttf.readUInt32BE(entry + 4); code++) into.add(code)
  }
}

/** OpenType 1.9, cmap formats 4 and 12: the two that Unicode fonts use. */
export function coveredCharacters(ttf: Buffer): ReadonlySet<number> {
  const cmap = findTable(ttf, 'cmap')
  const covered = new Set<number>()
  for (let record = 0; record < ttf.readUInt16BE(cmap + 2); record++) {
    const at = cmap + ttf.readUInt32BE(cmap + 4 + record * 8 + 4)
    const format = ttf.readUInt16BE(at)
    if (format === 4) readRuns(ttf, at, covered)
    if (format === 12) readGroups(ttf, at, covered)
  }
  return covered
}
