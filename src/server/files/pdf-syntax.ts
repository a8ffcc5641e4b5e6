/** The syntax of ISO 32000 that an inspection needs. Files are read as latin-1 text. */

/** A stream's dictionary may be this long, in letters. */
export const LONGEST_DICTIONARY = 65_536

const HEX = /#([0-9A-Fa-f]{2})/g

/** Names with their letters written as numbers, as in `/J#61vaScript`, in plain letters. */
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

/** @returns the index of the first letter that is neither blank nor in a comment */
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

/** @returns the index behind the `>>` that closes the dictionary at `from`; -1: there is none, or it is too long */
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
