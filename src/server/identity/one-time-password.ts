/** Without characters that look alike on a screen or on paper. */
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const LOWER = 'abcdefghijkmnpqrstuvwxyz'
const DIGITS = '23456789'
const SIGNS = '!@#$%&*?'
const LENGTH = 12

/** About 70 bits. @param token 256 random bits, base64url */
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
