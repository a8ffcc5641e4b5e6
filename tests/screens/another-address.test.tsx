import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, expect, test, vi } from 'vitest'

const ELSEWHERE = 'https://calls.example.com'
// When loaded, as in a build.
vi.hoisted(() => {
  vi.stubEnv('VITE_API_BASE', 'https://calls.example.com/')
  vi.resetModules()
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

const { screenTests } = await import('../support/render-app.tsx')
const { createApi } = await import('#server/create-api.ts')
const { t, network, signIn } = await screenTests()

/** The documented calls only. */
const api = createApi({ ...t.deps, settings: { ...t.deps.settings, clientOrigins: [location.origin] } })
const OURS = /^\/(open\/v1|field\/v1|ops)\//

test('a client built for another server uses only the documented calls, at that origin', async () => {
  const asked: string[] = []
  network.use(
    http.all('*', ({ request }) => {
      const { origin, pathname } = new URL(request.url)
      asked.push(origin)
      if (OURS.test(pathname)) return HttpResponse.json({ message: 'Not Found' }, { status: 404 })
      return api.fetch(request)
    }),
  )
  const { router } = await signIn('unit01')
  await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  await waitFor(() => expect(screen.getByRole('region', { name: '消防设施问题' })).toBeVisible())
  await router.navigate({ to: '/buildingList' })
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBeVisible())
  await waitFor(() => expect(screen.getAllByText(/大厦|中心|广场|楼/).length).toBeGreaterThan(0))
  await router.navigate({ to: '/login' })
  expect(await screen.findByLabelText(/^账号/)).toBeVisible()
  expect(localStorage.getItem('fire-docking:UserInfo')).toBeNull()
  expect(asked.length).toBeGreaterThan(5)
  expect(new Set(asked)).toEqual(new Set([ELSEWHERE]))
})
