import { formatNumber, formatPercent } from '#app/lib/format.ts'
import type { Prefetched } from '#app/lib/prefetched.ts'
import { SCORE_SENTENCE } from '#app/lib/score-sentence.ts'

interface Answer {
  readonly code?: number
  readonly data?: {
    readonly answers?: readonly { readonly data: { readonly score?: number | null; readonly rate?: number | null } }[]
  }
}

/** Cloned: the app consumes it. */
export async function showSplash({ calls, response }: Pick<Prefetched, 'calls' | 'response'>): Promise<void> {
  const at = calls.findIndex((call) => call.includes('"score.rate"'))
  const { code, data } = (await (await response).clone().json()) as Answer
  const { score, rate } = data?.answers?.[at]?.data ?? {}
  // On failure the page's static content remains.
  const root = document.querySelector('.too-old')?.parentElement
  if (!root || code !== 200 || typeof score !== 'number' || typeof rate !== 'number') return
  const [before, unit, above, after] = SCORE_SENTENCE
  const sentence = [before, figure(formatNumber(score, 1)), unit, above, figure(formatPercent(rate)), after]
  root.append(
    element(
      'div',
      'opening',
      mark(),
      element('p', 'opening-name', '消防物联网数据对接平台'),
      element('p', 'opening-words', ...sentence),
    ),
  )
}

const figure = (text: string) => element('strong', '', text)

function mark(): SVGElement {
  const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  drawn.setAttribute('width', '56')
  drawn.setAttribute('height', '56')
  drawn.append(document.createElementNS(drawn.namespaceURI, 'use'))
  drawn.firstElementChild?.setAttribute('href', '#mark-platform')
  return drawn
}

function element(tag: 'div' | 'p' | 'strong', className: string, ...children: (string | Node)[]): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.append(...children)
  return made
}
