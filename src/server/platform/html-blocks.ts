import { Parser } from 'htmlparser2'
import { escapeHtml } from './escape-html.ts'

export interface HtmlRun {
  readonly text: string
  readonly bold: boolean
}

export interface HtmlBlock {
  readonly heading: boolean
  readonly runs: readonly HtmlRun[]
}

const BREAKS = new Set('p div br hr ul ol li blockquote pre table caption thead tbody tr h1 h2 h3 h4 h5 h6'.split(' '))
const BOLD = new Set(['strong', 'b', 'th'])
const HEADING = /^h[1-6]$/
const MOST_INDENT = 8
const MOST_BLANKS = 20

function trimmed(runs: readonly HtmlRun[]): HtmlRun[] {
  const whole = runs.map(({ text }) => text).join('')
  const skip = whole.length - whole.trimStart().length
  let from = skip
  let left = whole.trim().length
  return runs.flatMap(({ text, bold }) => {
    const begin = Math.min(from, text.length)
    from -= begin
    const kept = text.slice(begin, begin + left)
    left -= kept.length
    return kept === '' ? [] : [{ text: kept, bold }]
  })
}

function createCollector() {
  const blocks: HtmlBlock[] = []
  const lists: { ordered: boolean; at: number }[] = []
  const links: { href: string; words: number; run: number }[] = []
  let runs: HtmlRun[] = []
  let words = 0
  let hasWords = false
  let mark = ''
  let bold = 0
  let heading = false

  const say = (text: string, isBold = false) => {
    runs.push({ text, bold: isBold })
    words += text.length
    hasWords ||= text.trim() !== ''
  }
  const endBlock = () => {
    const kept = words === 0 ? [] : trimmed(runs)
    runs = []
    words = 0
    hasWords = false
    if (kept.length === 0) return
    blocks.push({ heading, runs: mark === '' ? kept : [{ text: mark, bold: false }, ...kept] })
    mark = ''
  }
  const saysAddress = ({ href, words: before, run }: (typeof links)[number]) => {
    const from = before > words ? 0 : run
    if (words - (from === 0 ? 0 : before) > href.length + MOST_BLANKS) return false
    return (
      runs
        .slice(from)
        .map(({ text }) => text)
        .join('')
        .trim() === href
    )
  }
  const beginItem = () => {
    const list = lists[lists.length - 1]
    if (list) list.at += 1
    mark = '　'.repeat(Math.min(MOST_INDENT, Math.max(0, lists.length - 1))) + (list?.ordered ? `${list.at}. ` : '· ')
  }
  return {
    blocks,
    endBlock,
    say: (text: string) => say(text, bold > 0),
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (BREAKS.has(name)) endBlock()
      if (HEADING.test(name)) heading = true
      if (BOLD.has(name)) bold += 1
      if (name === 'ul' || name === 'ol')
        lists.push({ ordered: name === 'ol', at: Number(attributes['start'] ?? 1) - 1 || 0 })
      if (name === 'li') beginItem()
      if ((name === 'td' || name === 'th') && hasWords) say('　')
      if (name === 'a') links.push({ href: attributes['href'] ?? '', words, run: runs.length })
    },
    close(name: string) {
      if (BREAKS.has(name)) endBlock()
      if (HEADING.test(name)) heading = false
      if (BOLD.has(name)) bold -= 1
      if (name === 'ul' || name === 'ol') lists.pop()
      const link = name === 'a' ? links.pop() : undefined
      if (link && /^https?:/.test(link.href) && !saysAddress(link)) say(`（${link.href}）`)
    },
  }
}

const isPlain = (html: string) => !/<[a-z]/i.test(html)

/** Without markup each line is a paragraph. */
export function blocksOf(html: string): HtmlBlock[] {
  if (isPlain(html)) return linesOf(html)
  const collector = createCollector()
  const parser = new Parser({
    onopentag: collector.open,
    onclosetag: collector.close,
    ontext: (text) => collector.say(text.replace(/\s+/g, ' ')),
  })
  parser.end(html)
  collector.endBlock()
  return collector.blocks
}

const linesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const linesOf = (text: string): HtmlBlock[] =>
  linesIn(text).map((line) => ({ heading: false, runs: [{ text: line, bold: false }] }))

export const asRichText = (text: string): string =>
  isPlain(text)
    ? linesIn(text)
        .map((line) => `<p>${escapeHtml(line)}</p>`)
        .join('')
    : text

export const wordsOf = (html: string): string =>
  blocksOf(html)
    .map(({ runs }) => runs.map(({ text }) => text).join(''))
    .join('\n')
