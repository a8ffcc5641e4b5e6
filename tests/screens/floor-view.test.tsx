import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { FloorDetail } from '#contract/floor-plan.ts'
import { floorPlanQuery } from '#app/data/floor-plan.ts'
import { FloorView } from '#app/features/building-detail/floor-view.tsx'

vi.mock('@tanstack/react-router', async (load) => ({
  ...(await load<object>()),
  Link: ({ children, search }: { children: ReactNode; search: { point: string } }) => (
    <a href={`?point=${search.point}`}>{children}</a>
  ),
}))
vi.mock('#app/parts/floor-plan/plan-canvas.tsx', () => ({ PlanCanvas: () => null }))

const PLAN = { id: '1', version: 1, picture: 'a', width: 3, height: 2, bytes: 9, updateTime: '2026-03-23 10:00:00' }
const POINT = { id: '7', deviceName: '烟感', pointNumber: 'A-7', state: 'normal', x: null, y: null }

afterEach(cleanup)

test('a floor with a plan names all its points, also beyond those that are listed', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(floorPlanQuery.floor('1', '3层').queryKey, {
    plan: PLAN,
    points: [POINT],
  } as unknown as FloorDetail)
  client.setQueryData(floorPlanQuery.picture(PLAN).queryKey, { picture: 'a', image: 'data:,' })
  render(
    <QueryClientProvider client={client}>
      <FloorView
        buildingId="1"
        place="楼"
        floor="3层"
        count={2001}
        mayEdit={false}
        point={undefined}
        uploaded={{ count: 1, of: 1 }}
        elsewhere={<p>其他楼层的报警</p>}
        onEdit={() => undefined}
      />
    </QueryClientProvider>,
  )
  expect(screen.getByText('其他楼层的报警').textContent).toBeTruthy()
  expect(screen.getByRole('heading', { level: 4 }).textContent).toBe('本层 2001 个点位，此处为其中 1 个，异常的在前')
  expect(screen.getByRole('link', { name: '在点位管理中查看全部' }).getAttribute('href')).toBe('?point=3层')
})
