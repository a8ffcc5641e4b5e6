import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { screenTests } from '../support/render-app.tsx'

const { network, signIn } = await screenTests()

/** Calls sent from now on. */
function watchCalls() {
  const sent: string[] = []
  network.events.on('request:start', ({ request }) => void sent.push(new URL(request.url).pathname))
  return sent
}

async function openList() {
  const app = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  await app.router.navigate({ href: '/buildingList' })
  await screen.findAllByText(/栋|火警/)
  return app
}

test('paper says whose data it shows, as of when, and who printed it', async () => {
  await openList()
  const who = await screen.findByText(/打印人 .*（unit01）/)
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(who).toHaveTextContent(/单位 .+打印人 .+截至 \d{4}-\d\d-\d\d .+打印时间 \d{4}-\d\d-\d\d/)
})

test('a press on the state of the connection refreshes the page', async () => {
  const { user } = await openList()
  const sent = watchCalls()
  await user.click(screen.getByRole('button', { name: /^刷新/ }))
  await waitFor(() => expect(sent.length).toBeGreaterThan(0))
})

test('a pull at the top of the page refreshes it, a short one does not', async () => {
  await openList()
  await screen.findByText(/打印人/)
  const drag = (to: number) => {
    fireEvent.touchStart(document.body, { touches: [{ clientX: 100, clientY: 100 }] })
    fireEvent.touchMove(document.body, { touches: [{ clientX: 100, clientY: to }] })
  }
  drag(140)
  expect(screen.queryByText('松开后更新')).toBeNull()
  fireEvent.touchEnd(document.body)
  await waitFor(() => {
    drag(260)
    expect(screen.getByText('松开后更新')).toBeVisible()
  })
  const sent = watchCalls()
  fireEvent.touchEnd(document.body)
  await waitFor(() => expect(sent.length).toBeGreaterThan(0))
  await waitFor(() => expect(screen.queryByText('正在更新')).toBeNull())
})
