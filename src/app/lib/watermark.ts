import { cut } from './format.ts'

/** Width of one tile in px, and its grey's alpha. Source: document 1, section 9. */
export const WATERMARK_WIDTH = 240
const ALPHA = 0.2
const HEIGHT = 150
const LONGEST = 14

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that any XML parser takes: marks escaped, controls and broken surrogates gone. */
export function xmlText(text: string): string {
  return Array.from(text)
    .filter((character) => {
      const code = character.codePointAt(0) ?? 0
      return code >= 0x20 && (code < 0xd800 || code > 0xdfff) && code !== 0x7f && code !== 0xfffe && code !== 0xffff
    })
    .map((character) => entities[character] ?? character)
    .join('')
}

/**
 * One tile of the watermark as a `data:` address of an SVG, 240 px wide.
 * `lines` are plain text (a name, a day); an over-long one is cut, an empty one left out.
 */
export function watermarkTile(lines: readonly string[]): string {
  const rows = lines
    .map((line) => xmlText(cut(line.trim(), LONGEST)))
    .filter(Boolean)
    .map((line, at) => `<tspan x="120" dy="${at === 0 ? 0 : 20}">${line}</tspan>`)
    .join('')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WATERMARK_WIDTH}" height="${HEIGHT}">` +
    `<text x="120" y="75" transform="rotate(-20 120 75)" text-anchor="middle" font-family="sans-serif" font-size="14" ` +
    `fill="#808080" fill-opacity="${ALPHA}">${rows}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
