export type XmlPiece =
  | { readonly kind: 'open' | 'close'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'text'; readonly text: string }

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Prevents entity expansion attacks. */
export function plainText(xml: string): string {
  if (!xml.includes('&')) return xml
  return xml.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10_ffff ? String.fromCodePoint(code) : ''
  })
}

const patterns = new Map<string, RegExp>()

function patternOf(name: string): RegExp {
  const known = patterns.get(name)
  if (known) return known
  const pattern = new RegExp(`(?:^|[\\s:])${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, pattern)
  return pattern
}

/** @param name from a fixed set: its pattern is cached */
export function attribute(attributes: string, name: string): string | undefined {
  const found = patternOf(name).exec(attributes)
  return found ? plainText(found[1] ?? found[2] ?? '') : undefined
}

/** They would block the event loop. */
const LONGEST_TAG = 16_384
const LONGEST_TEXT = 262_144

function tagEnd(xml: string, from: number): number {
  let quote = ''
  const most = Math.min(xml.length, from + LONGEST_TAG)
  for (let at = from; at < most; at++) {
    const letter = xml[at] ?? ''
    if (quote) {
      if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return at
  }
  return -1
}

const SKIPPED: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
]

function textPiece(raw: string, read = (text: string) => text): XmlPiece {
  if (raw.length > LONGEST_TEXT) throw new Error('the document has a text that is too long')
  return { kind: 'text', text: read(raw) }
}

/** A comment gives an empty text, so that callers can count it. @throws Error for a document type or unclosed tag */
export function* scanXml(xml: string): Generator<XmlPiece> {
  let at = 0
  while (at < xml.length) {
    const next = xml.indexOf('<', at)
    if (next !== at) yield textPiece(xml.slice(at, next < 0 ? xml.length : next), plainText)
    if (next < 0) return
    const skipped = SKIPPED.find(([start]) => xml.startsWith(start, next))
    if (skipped) {
      const end = xml.indexOf(skipped[1], next)
      if (end < 0) throw new Error('the document breaks off')
      at = end + skipped[1].length
      yield textPiece('')
      continue
    }
    if (xml.startsWith('<![CDATA[', next)) {
      const end = xml.indexOf(']]>', next)
      if (end < 0) throw new Error('the document breaks off')
      yield textPiece(xml.slice(next + 9, end))
      at = end + 3
      continue
    }
    if (xml.startsWith('<!', next)) throw new Error('the document declares its own type')
    const end = tagEnd(xml, next + 1)
    if (end < 0) throw new Error('the document breaks off')
    yield* tag(xml.slice(next + 1, end))
    at = end + 1
  }
}

function* tag(inner: string): Generator<XmlPiece> {
  const closing = inner.startsWith('/')
  const empty = inner.endsWith('/')
  const body = inner.slice(closing ? 1 : 0, empty ? -1 : undefined)
  const space = body.search(/\s/)
  const full = space < 0 ? body : body.slice(0, space)
  const piece = { name: full.slice(full.indexOf(':') + 1), attributes: space < 0 ? '' : body.slice(space) }
  if (!closing) yield { kind: 'open', ...piece }
  if (closing || empty) yield { kind: 'close', ...piece }
}
