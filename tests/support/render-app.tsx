import 'fake-indexeddb/auto'
import './response-with-cookies.ts'
import '@testing-library/jest-dom/vitest'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { noteAnswer } from '#app/offline/connection.ts'
import { createDoor, type Door } from '#app/offline/door.ts'
import { createAppRouter } from '#app/router.ts'
import { listenToCalls } from '#app/session/send.ts'
import { forgetSession } from '#app/session/session.ts'
import { dismiss, toast, toasts } from '#app/ui/toast-queue.ts'
import { apiHandlers } from '#mocks/handlers.ts'
import { speakChinese } from '#contract/messages.ts'
import { openApi, PASSWORD, PICTURE } from './api-context.ts'
import { unansweredRequest } from './fail-on-console.ts'

// Screens fetch their code when they are first opened; on a busy machine that takes its time.
configure({ asyncUtilTimeout: 20_000 })

/**
 * For a file of screen tests: the app in a document, its calls answered by the real API on the demo city.
 * @returns `network` to inject faults with, `open` to start the app at an address, `signIn` to go in by the form
 */
export async function screenTests() {
  const city = await openApi()
  const t = await city.lasting()
  const doors: Door[] = []
  const network = setupServer(...apiHandlers(t.deps))

  beforeAll(() => {
    speakChinese()
    network.listen({ onUnhandledRequest: unansweredRequest })
  })
  afterEach(async () => {
    network.resetHandlers()
    cleanup()
    for (const { id } of toasts.read()) dismiss(id)
    // What one test's person read must not be there for the next one's.
    for (const door of doors.splice(0)) await door.leave()
    forgetSession()
    localStorage.clear()
    // Nor what one test made the app believe of its server, or listened to.
    noteAnswer()
    network.events.removeAllListeners()
  })
  // The network stays caught to the end: what a screen still asks for as it goes must not leave this process.
  afterAll(() => city.close())

  async function open(path: string) {
    const door = createDoor(() => undefined)
    doors.push(door)
    await door.open()
    const { client } = await door.memory()
    const router = createAppRouter({ door }, createMemoryHistory({ initialEntries: [path] }))
    listenToCalls({
      onAnswer: () => undefined,
      onSilence: () => undefined,
      onSlow: () => undefined,
      onSignedOut: (text) => {
        toast.error(text)
        void door.leave().then(() => router.navigate({ to: '/', replace: true }))
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
