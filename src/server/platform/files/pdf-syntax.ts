/** The subset of ISO 32000 that the inspection needs. Files are read as latin-1. */

/** In characters. */
export const LONGEST_DICTIONARY = 65_536

const HEX = /#([0-9A-Fa-f]{2})/g

/** As `/J#61vaScript`. */
export function plainNames(text: string): string {
  if (!text.includes('#')) return text
  return text.replace(HEX, (whole, hex: string) => {
    const letter = String.fromCharCode(Number.parseInt(hex, 16))
    return /\w/.test(letter) ? letter : whole
  })
}

function stringEnd(text: string, from: number, most: number): number {
  let depth = 0
  for (let at = from; at < most; at++) {
    const letter = text[at]
    if (letter === '\\') at += 1
    else if (letter === '(') depth += 1
    else if (letter === ')' && --depth === 0) return at + 1
  }
  return most
}

function lineEnd(text: string, from: number, most: number): number {
  let at = from
  while (at < most && text[at] !== '\r' && text[at] !== '\n') at += 1
  return at
}

export function skipBlanks(text: string, from: number): number {
  const most = Math.min(text.length, from + LONGEST_DICTIONARY)
  let at = from
  while (at < most) {
    const letter = text[at] ?? ''
    if (letter === '%') at = lineEnd(text, at, most)
    else if (/[\s\0]/.test(letter)) at += 1
    else return at
  }
  return at
}

/** -1 if missing or too far. */
export function dictionaryEnd(text: string, from: number): number {
  const most = Math.min(text.length, from + LONGEST_DICTIONARY)
  let depth = 0
  let at = from
  while (at < most) {
    const letter = text[at]
    const isDouble = text[at + 1] === letter
    if (letter === '(') at = stringEnd(text, at, most)
    else if (letter === '%') at = lineEnd(text, at, most)
    else if (letter === '<' && isDouble) {
      depth += 1
      at += 2
    } else if (letter === '<') {
      const close = text.indexOf('>', at)
      at = close < 0 ? most : close + 1
    } else if (letter === '>' && isDouble) {
      at += 2
      depth -= 1
      if (depth === 0) return at
    } else at += 1
  }
  return -1
}
