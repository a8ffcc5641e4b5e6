import { formatNumber, formatPercent } from '#app/lib/format.ts'
import { SCORE_SENTENCE } from '#app/lib/score-sentence.ts'

interface Opening {
  readonly code?: number
  readonly data?: { readonly rate?: { readonly score: number | null; readonly rate: number | null } }
}

/**
 * Shows the platform's name and the unit's score until the app draws.
 * @param response of a dashboard's opening call; read from a copy, the app takes up the response itself
 */
export async function showOpening(response: Promise<Response>): Promise<void> {
  const { code, data } = (await (await response).clone().json()) as Opening
  const { score, rate } = data?.rate ?? {}
  // What the page came with stands until the app draws.
  const root = document.querySelector('.too-old')?.parentElement
  if (!root || code !== 200 || typeof score !== 'number' || typeof rate !== 'number') return
  const [before, between, after] = SCORE_SENTENCE
  const sentence = [before, figure(formatNumber(score, 1)), between, figure(formatPercent(rate)), after]
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
