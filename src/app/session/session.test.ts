// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { APP_PREFIX, removeStored, writeStored } from '#app/lib/storage.ts'
import { currentSession, forgetSession, onSessionElsewhere, startSession } from './session.ts'

const leave = vi.fn<() => void>()
onSessionElsewhere(leave)

function elsewhere(change: () => void, key = 'Headers'): void {
  change()
  window.dispatchEvent(Object.assign(new Event('storage'), { key: APP_PREFIX + key }))
}

beforeEach(() => {
  leave.mockClear()
  startSession('own', { id: '7' } as Parameters<typeof startSession>[1])
})
afterEach(forgetSession)

it('a token renewed in another tab is taken over, and the page stays', () => {
  elsewhere(() => writeStored('Headers', { 'x-auth-token': 'renewed' }))
  expect([currentSession()?.token, leave.mock.calls]).toEqual(['renewed', []])
})

it('a sign-in of the same person in another tab brings what is due to this one', () => {
  elsewhere(() => {
    writeStored('UserInfo', { id: '7', isNeedModify: 1 })
    writeStored('Headers', { 'x-auth-token': 'next' })
  })
  expect([currentSession(), leave.mock.calls]).toEqual([{ token: 'next', user: { id: '7', isNeedModify: 1 } }, []])
})

it('unit information completed in another tab is complete in this one', () => {
  elsewhere(() => writeStored('UserInfo', { id: '7', isNeedEdit: 1 }), 'UserInfo')
  expect([currentSession(), leave.mock.calls]).toEqual([{ token: 'own', user: { id: '7', isNeedEdit: 1 } }, []])
})

it.each([
  ['another person signed in', () => writeStored('UserInfo', { id: '8' })],
  ['the session was ended', () => removeStored('Headers')],
])('the page is left when %s in another tab', (_what, change) => {
  elsewhere(change)
  expect([currentSession()?.token, leave.mock.calls]).toEqual(['own', [[]]])
})
