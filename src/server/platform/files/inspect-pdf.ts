import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'
import { dictionaryEnd, LONGEST_DICTIONARY, plainNames, skipBlanks } from './pdf-syntax.ts'
import { TimeSlices } from './time-slices.ts'

/** `opaque`: cannot be inspected. */
export type PdfFault = 'broken' | 'active' | 'encrypted' | 'opaque'

const unpack = promisify(inflate)

const MOST_STREAMS = 20_000
const MOST_OBJECT_STREAMS = 4_000
const UNPACKED_LIMIT = 32 * 1024 * 1024
const LONGEST_LIST = 200_000
const MOST_OPENED = 5
const MOST_VALUES = 50
const WINDOW = 65_536
/** Longer than any name in FOUND and any open action. */
const OVERLAP = 4_096

const FOUND =
  /\/(?:(JavaScript|JS|Launch|EmbeddedFiles?|EF|RichMedia|XFA|SubmitForm|ImportData|GoToR|GoToE|Rendition|Movie)|(Encrypt)|(OpenAction)|(AA))(?=[\s\0()<>[\]{}/%])/g
const KEYWORD = /stream[ \t\f\0]*(?:\r\n|\n|\r)/g
/** Readers that repair broken files may parse these. */
const HIDDEN_OBJECT = /(?:\d[\s\0]*|[\r\n])obj(?=[\s\0<[(/%\d+-])/

class Refusal extends Error {
  constructor(readonly fault: PdfFault) {
    super(fault)
  }
}

interface ObjectText {
  readonly text: string
  readonly places?: ReadonlyMap<number, number>
}

function staysInside(text: string, from: number): boolean {
  const at = skipBlanks(text, from)
  if (text[at] === '[') return true
  const action = plainNames(text.slice(at, dictionaryEnd(text, at)))
  return /\/S[\s\0]*\/GoTo(?=[\s\0/>[(<])/.test(action) && !/\/(?:URI|Next)\b|\/S\b[^]*\/S\b/.test(action)
}

class PdfInspection {
  private readonly slices = new TimeSlices()
  private readonly parts: ObjectText[] = []
  private readonly opened: number[] = []
  private openings = 0
  private lexed = 0
  private left = UNPACKED_LIMIT
  private objectStreams = 0

  constructor(
    private readonly bytes: Uint8Array,
    private readonly text: string,
  ) {}

  async run(): Promise<void> {
    await this.splitStreams()
    for (const { text } of this.parts) await this.searchNames(text)
    for (const number of this.opened) await this.checkOpened(number)
  }

  private async pause(letters: number): Promise<void> {
    if (this.slices.isOver(letters / 256)) await this.slices.next()
  }

  private async splitStreams(): Promise<void> {
    const { text } = this
    let from = 0
    let streams = 0
    const keyword = new RegExp(KEYWORD)
    for (let found = keyword.exec(text); found; found = keyword.exec(text)) {
      const at = found.index
      await this.pause(16)
      if (/\w/.test(text[at - 1] ?? '')) continue
      if (++streams > MOST_STREAMS) throw new Refusal('opaque')
      const dictionaries = await this.dictionariesBefore(from, at)
      const start = at + found[0].length
      const end = text.indexOf('endstream', start)
      if (end < 0) throw new Refusal('opaque')
      this.parts.push({ text: text.slice(from, at) })
      const body = text.slice(start, end)
      await this.pause(body.length)
      if (HIDDEN_OBJECT.test(body)) throw new Refusal('opaque')
      for (const dictionary of dictionaries)
        if (/\/ObjStm\b|\/First\b/.test(dictionary) && /\/N\b/.test(dictionary))
          await this.unpackObjects(dictionary, start, end)
      from = end + 'endstream'.length
      keyword.lastIndex = from
    }
    this.parts.push({ text: text.slice(from) })
  }

  /** One for each preceding `obj` that a reader may assign. */
  private async dictionariesBefore(from: number, at: number): Promise<string[]> {
    const { text } = this
    const found: string[] = []
    const start = Math.max(from, at - LONGEST_DICTIONARY)
    for (const { index } of text.slice(start, at).matchAll(/(?<!end)obj/g)) {
      const head = start + index + 3
      const begin = skipBlanks(text, head)
      const end = text.startsWith('<<', begin) ? dictionaryEnd(text, begin) : begin
      const length = (end < 0 ? begin + LONGEST_DICTIONARY : end) - head
      this.lexed += length
      if (this.lexed > 4 * text.length + 1_000_000) throw new Refusal('opaque')
      await this.pause(length * 8)
      if (end > begin && skipBlanks(text, end) === at) found.push(plainNames(text.slice(begin, end)))
    }
    if (found.length === 0) throw new Refusal('opaque')
    return found
  }

  private async unpackObjects(dictionary: string, start: number, end: number): Promise<void> {
    const first = Number(/\/First[\s\0]+(\d{1,9})(?![\s\0]*\d|[\s\0]+\d+[\s\0]+R)/.exec(dictionary)?.[1])
    const filters = dictionary.match(/\/(?:Filter|DecodeParms|DP)\b/g) ?? []
    const isFlate = /\/Filter[\s\0]*\[?[\s\0]*\/(?:FlateDecode|Fl)[\s\0]*\]?[\s\0]*(?=\/|>)/.test(dictionary)
    if (!(first <= LONGEST_LIST) || ++this.objectStreams > MOST_OBJECT_STREAMS || this.left <= 0)
      throw new Refusal('opaque')
    if (filters.length > 1 || (filters.length === 1 && !isFlate)) throw new Refusal('opaque')
    const packed = this.bytes.subarray(start, end)
    const options = { maxOutputLength: this.left, finishFlush: constants.Z_SYNC_FLUSH }
    const content =
      filters.length === 0
        ? Buffer.from(packed)
        : await unpack(packed, options).catch(() => Promise.reject(new Refusal('opaque')))
    this.left -= content.length
    const text = content.toString('latin1')
    const places = new Map<number, number>()
    const numbers = text.slice(0, first).match(/\d+/g) ?? []
    for (let at = 0; at + 1 < numbers.length; at += 2) places.set(Number(numbers[at]), first + Number(numbers[at + 1]))
    await this.pause(first * 8)
    this.parts.push({ text: `${text} `, places })
  }

  private async *windows(text: string): AsyncGenerator<string> {
    for (let from = 0; from < text.length; from += WINDOW) {
      const window = text.slice(from, from + WINDOW + OVERLAP)
      await this.pause(window.length * 4)
      yield window
    }
  }

  private async searchNames(text: string): Promise<void> {
    for await (const piece of this.windows(text)) {
      const window = plainNames(piece)
      for (const found of window.matchAll(FOUND)) {
        const [name, active, encrypted, opened, additional] = found
        const rest = found.index + name.length
        if (active) throw new Refusal('active')
        if (encrypted) throw new Refusal('encrypted')
        if (additional && /^[\s\0]*(?:<<|\d)/.test(window.slice(rest, rest + 40))) throw new Refusal('active')
        if (opened) this.judgeOpened(window, rest)
      }
    }
  }

  /** A referenced action is checked after all objects are known. */
  private judgeOpened(text: string, from: number): void {
    if (++this.openings > MOST_OPENED) throw new Refusal('opaque')
    const number = /^(\d{1,9})[\s\0]+\d+[\s\0]+R/.exec(text.slice(skipBlanks(text, from), from + OVERLAP))?.[1]
    if (number !== undefined) this.opened.push(Number(number))
    else if (!staysInside(text, from)) throw new Refusal('active')
  }

  private async checkOpened(number: number): Promise<void> {
    const blank = '(?:[\\s\\0]|%[^\\r\\n]{0,80}[\\r\\n])'
    const head = new RegExp(`(?<!\\d)0{0,9}${number}${blank}{1,80}\\d{1,9}${blank}{0,80}obj`, 'g')
    let values = 0
    const judge = (text: string, from: number) => {
      if (++values > MOST_VALUES) throw new Refusal('opaque')
      if (!staysInside(text, from)) throw new Refusal('active')
    }
    for (const { text, places } of this.parts) {
      const place = places?.get(number)
      if (place !== undefined) judge(text, place)
      if (places) continue
      for await (const window of this.windows(text))
        for (const found of window.matchAll(head)) judge(window, found.index + found[0].length)
    }
    if (values === 0) throw new Refusal('opaque')
  }
}

/** Finds scripts, launch actions, submitting forms, attachments and opening URLs. Null: accepted. */
export async function inspectPdf(bytes: Uint8Array): Promise<PdfFault | null> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (!/^%PDF-[12]\.\d/.test(text) || !text.slice(-1024).includes('%%EOF')) return 'broken'
  try {
    await new PdfInspection(bytes, text).run()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.fault
    throw error
  }
}
