/** Without letters and digits that look alike when read from a screen or a slip of paper. */
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const LOWER = 'abcdefghijkmnpqrstuvwxyz'
const DIGITS = '23456789'
const SIGNS = '!@#$%&*?'
const LENGTH = 12

/**
 * A password made out of 256 random bits, in base64url: twelve characters that meet every password rule, for telling
 * somebody once. It holds about 70 bits.
 */
export function oneTimePassword(token: string): string {
  let left = BigInt(`0x${Buffer.from(token, 'base64url').toString('hex')}`)
  const below = (bound: number) => {
    const drawn = Number(left % BigInt(bound))
    left /= BigInt(bound)
    return drawn
  }
  const one = (of: string) => of.charAt(below(of.length))
  const all = UPPER + LOWER + DIGITS + SIGNS
  const letters = [UPPER, LOWER, DIGITS, SIGNS, ...Array.from({ length: LENGTH - 4 }, () => all)].map(one)
  for (let at = letters.length - 1; at > 0; at -= 1) {
    const other = below(at + 1)
    ;[letters[at], letters[other]] = [letters[other] ?? '', letters[at] ?? '']
  }
  return letters.join('')
}
