import { COMMON_WORDS, KEYBOARD_ROWS } from './common-words.ts'

export const COMMON_PASSWORD = '密码过于常见，容易被猜到，请换一个'
export const NAME_PASSWORD = '密码与账号过于相似，请换一个'
export const SAME_PASSWORD = '新密码不能与旧密码相同'

/** Rejects a common word plus two characters. */
const FEWEST_PIECES = 4
const LONGEST_WORD = 32

/** `1` and `!` are `i` or `l`. */
const LETTER_OF: Readonly<Record<string, string>> = { '@': 'a', 4: 'a', 0: 'o', 3: 'e', 5: 's', $: 's', 7: 't' }
const EITHER = ['i', 'l'] as const
const asLetters = (text: string, either: string) =>
  Array.from(text, (sign) => (sign === '1' || sign === '!' ? either : (LETTER_OF[sign] ?? sign))).join('')

export const spellingsOf = (words: Iterable<string>) =>
  EITHER.map((either) => new Set(Array.from(words, (word) => asLetters(word, either))))
const COMMON = spellingsOf(COMMON_WORDS)

/** Constant step of at most 1 between characters: abcd, 4321, aaaa. */
function isRun(text: string): boolean {
  const step = text.charCodeAt(1) - text.charCodeAt(0)
  if (Math.abs(step) > 1) return false
  for (let at = 2; at < text.length; at += 1) if (text.charCodeAt(at) - text.charCodeAt(at - 1) !== step) return false
  return text.length > 2 || step === 0
}

const isYear = (text: string) => /^(19|20)\d\d$/.test(text)
const backwards = (text: string) => Array.from(text).toReversed().join('')
const isOnKeyboard = (text: string) =>
  text.length > 2 && KEYBOARD_ROWS.some((row) => row.includes(text) || row.includes(backwards(text)))

export function countPieces(text: string, words = COMMON): number {
  const plain = text.toLowerCase()
  const readings = EITHER.map((either) => asLetters(plain, either))
  const isPiece = (from: number, to: number) => {
    const part = plain.slice(from, to)
    if (part.length < 2) return true
    const isWord = readings.some((reading, at) => words[at]?.has(reading.slice(from, to)))
    return isWord || isRun(part) || isYear(part) || isOnKeyboard(part)
  }
  const fewest = [0]
  for (let to = 1; to <= plain.length; to += 1) {
    let best = to
    for (let from = Math.max(0, to - LONGEST_WORD); from < to; from += 1)
      if (isPiece(from, to)) best = Math.min(best, (fewest[from] ?? from) + 1)
    fewest.push(best)
  }
  return fewest[plain.length] ?? 0
}

export function passwordFault(password: string, account: string): string | null {
  if (countPieces(password) < FEWEST_PIECES) return COMMON_PASSWORD
  const name = account.toLowerCase()
  const isNear = name.length > 2 && countPieces(password, spellingsOf([...COMMON_WORDS, name])) < FEWEST_PIECES
  return isNear ? NAME_PASSWORD : null
}
