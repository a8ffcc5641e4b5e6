import { beforeEach, expect, test } from 'vitest'
import { entryToken, takeEntryToken } from './entry-token.ts'

beforeEach(() => entryToken.write(null))

function enter(address: string): string {
  const url = new URL(address, 'https://fire.example')
  let shown = url.pathname + url.search + url.hash
  takeEntryToken(url, { replaceState: (_state, _unused, next) => void (shown = String(next)) })
  return shown
}

test.each([
  ['/login#tok-1', '/login', { token: 'tok-1', signIn: '/login' }],
  ['/login?type=CONNECTED_UNIT#a%2Bb', '/login', { token: 'a+b', signIn: '/login' }],
  ['/login#100%', '/login', { token: '100%', signIn: '/login' }],
  ['/fireDepData?token=tok-2&days=7', '/loginxf', { token: 'tok-2', signIn: '/loginxf' }],
  ['/Login/#tok-3', '/login', { token: 'tok-3', signIn: '/login' }],
  ['/firedepdata/?token=tok-4', '/loginxf', { token: 'tok-4', signIn: '/loginxf' }],
])('the token of %s is removed from the URL and stored', (address, shown, held) => {
  expect(enter(address)).toBe(shown)
  expect(entryToken.read()).toEqual(held)
})

test.each(['/login', '/login?from=mail', '/fireDepData', '/portal?token=x', '/portal#x'])(
  '%s has no token and is unchanged',
  (address) => {
    expect(enter(address)).toBe(address)
    expect(entryToken.read()).toBeNull()
  },
)

test('an empty token is removed and does not end the session', () => {
  expect(enter('/fireDepData?token=')).toBe('/fireDepData')
  expect(entryToken.read()).toBeNull()
})
