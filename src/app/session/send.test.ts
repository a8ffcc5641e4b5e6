// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { message } from '#contract/message.ts'
import { listenToCalls, send } from './send.ts'
import { currentSession, forgetSession, markInformationComplete, startSession } from './session.ts'

const user = { id: '7' } as Parameters<typeof startSession>[1]
const ignore = () => undefined

afterEach(() => {
  vi.unstubAllGlobals()
  forgetSession()
})

it('a late 401 of an earlier session does not end a newer one', async () => {
  const ended: string[] = []
  listenToCalls({ onSignedOut: (text) => ended.push(text), onAnswer: ignore, onSilence: ignore, onSlow: ignore })
  let answer: (response: Response) => void = ignore
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const over = () => Response.json({ code: 401, message: '请重新登录' }, { status: 401 })

  startSession('old', user)
  const late = send(message.unreadCount, {})
  startSession('new', user)
  answer(over())
  await expect(late).rejects.toMatchObject({ code: 401 })
  expect(ended).toEqual([])

  const own = send(message.unreadCount, {})
  answer(over())
  await expect(own).rejects.toMatchObject({ code: 401 })
  expect(ended).toEqual(['请重新登录'])
})

it('a token renewed for an earlier session does not reach a newer one', async () => {
  listenToCalls({ onSignedOut: ignore, onAnswer: ignore, onSilence: ignore, onSlow: ignore })
  let answer: (response: Response) => void = ignore
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const renewed = (token: string) =>
    Response.json({ code: 200, message: '', msg: '', data: { unreadNum: 0 } }, { headers: { 'x-auth-token': token } })

  startSession('first', user)
  const late = send(message.unreadCount, {})
  forgetSession()
  startSession('second', { ...user, id: '8' })
  answer(renewed('first renewed'))
  await late
  expect(currentSession()?.token).toBe('second')

  const own = send(message.unreadCount, {})
  markInformationComplete()
  answer(renewed('second renewed'))
  await own
  expect(currentSession()?.token).toBe('second renewed')
})
