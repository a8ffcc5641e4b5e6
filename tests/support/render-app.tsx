import 'fake-indexeddb/auto'
import './response-with-cookies.ts'
import '@testing-library/jest-dom/vitest'
import { readFileSync } from 'node:fs'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer, type SetupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { noteAnswer } from '#app/offline/connection.ts'
import { createSessionLifecycle, type SessionLifecycle } from '#app/offline/session-lifecycle.ts'
import { createAppRouter } from '#app/router.ts'
import { listenToCalls } from '#app/session/send.ts'
import { forgetSession } from '#app/session/session.ts'
import { dismiss, toasts } from '#app/ui/toast-queue.ts'
import { apiHandlers } from '#mocks/handlers.ts'
import { speakChinese } from '#contract/messages.ts'
import { openApi, PASSWORD, PICTURE } from './api-context.ts'

const OUTLINES = readFileSync('public/geo/districts.json', 'utf8')

let shownPath = () => ''

function describeScreen(message: string | null): Error {
  const said = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent?.trim())
  const pressable = said('button, a').slice(0, 60).join(' · ')
  const error = new Error(
    `${message?.split('\n')[0]}\nat ${shownPath()}\nheadings: ${said('h1, h2').join(' · ')}\n` +
      `said: ${said('[role=alert], [role=status], output').join(' · ')}\npressable: ${pressable}`,
  )
  error.name = 'TestingLibraryElementError'
  return error
}

// Lazy code is slow on a busy machine.
configure({ asyncUtilTimeout: 20_000, getElementError: describeScreen })

function listen(): SetupServer {
  const server = setupServer()
  server.listen({
    // `fail-on-console.ts`
    onUnhandledRequest: ({ method, url }) => console.error(`no handler for ${method} ${url}`),
  })
  return server
}

// Once per process: late requests of a closing screen must not leave it.
const shared = globalThis as { network?: SetupServer }
const network = (shared.network ??= listen())

export async function screenTests() {
  const city = await openApi()
  const t = await city.lasting()
  const doors: SessionLifecycle[] = []
  const handlers = [...apiHandlers(t.deps), http.get('*/geo/districts.json', () => HttpResponse.text(OUTLINES))]

  beforeAll(() => {
    speakChinese()
    network.resetHandlers(...handlers)
  })
  afterEach(async () => {
    network.resetHandlers(...handlers)
    cleanup()
    for (const { id } of toasts.read()) dismiss(id)
    // Isolates tests: clears cached data.
    for (const door of doors.splice(0)) await door.signOut()
    forgetSession()
    localStorage.clear()
    noteAnswer()
    network.events.removeAllListeners()
  })
  afterAll(async () => {
    network.resetHandlers()
    await city.close()
  })

  async function open(path: string) {
    const door = createSessionLifecycle(() => undefined)
    doors.push(door)
    await door.restore()
    const { client } = await door.queryCache()
    const router = createAppRouter({ sessions: door }, createMemoryHistory({ initialEntries: [path] }))
    shownPath = () => router.state.location.href
    listenToCalls({
      onAnswer: () => undefined,
      onSilence: () => undefined,
      onSlow: () => undefined,
      onSignedOut: () => {
        void door.signOut().then(() => router.navigate({ to: '/', replace: true }))
      },
    })
    render(<RouterProvider router={router} />)
    return { router, client, user: userEvent.setup() }
  }

  async function signIn(account: string, path = '/login') {
    const app = await open(path)
    await app.user.type(await screen.findByLabelText(/^账号/), account)
    await app.user.type(screen.getByLabelText(/^密码/), PASSWORD)
    await app.user.type(screen.getByLabelText(/^验证码/), PICTURE)
    await screen.findByAltText('图形验证码')
    await app.user.click(screen.getByRole('button', { name: '登录' }))
    return app
  }

  return { t, network, open, signIn }
}
