import { LINK_LENGTH } from '#contract/ack-link.ts'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Beyond it the first letters would be more frequent. */
const EVEN = 248

export function linkToken(newToken: () => string): string {
  let token = ''
  while (token.length < LINK_LENGTH)
    for (const byte of Buffer.from(newToken(), 'base64url'))
      if (byte < EVEN && token.length < LINK_LENGTH) token += LETTERS[byte % LETTERS.length]
  return token
}
