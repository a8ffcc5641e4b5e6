// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FloorPoint, PlanInfo } from '#contract/floor-plan.ts'
import { keepRefusedPlacing } from '#tests/support/outbox/refused-placing.ts'
import { forgetSession, startSession } from '#app/session/session.ts'
import { place } from './placing.rules.ts'
import { usePlacing } from './use-placing.ts'

const AT = { x: 0.25, y: 0.5 }
const MOVED = { x: 0.75, y: 0.75 }
const points = ['11', '12', '13'].map((id) => ({ id, x: null, y: null }) as FloorPoint)

const open = (id: string) => renderHook(() => usePlacing({ id } as PlanInfo, points)).result

beforeAll(() => startSession('token', { id: 'placing' } as Parameters<typeof startSession>[1]))
afterAll(forgetSession)

test('refused places are added to those of a tap before they were read', async () => {
  await keepRefusedPlacing('placing', '7', AT)
  const now = open('7')
  act(() => now.current.change(place(now.current.placing, points, '12', AT)))
  await waitFor(() => expect([...now.current.placing.drafts.keys()]).toEqual(['11', '12']))
})

test.each([
  ['12', { '11': AT, '12': MOVED }],
  ['11', { '11': MOVED }],
])('a save also has the places refused while %s was placed, unless it was among them', async (id, expected) => {
  const now = open(`of ${id}`)
  act(() => now.current.change(place(now.current.placing, points, id, MOVED)))
  let saved: unknown
  await act(async () => {
    await keepRefusedPlacing('placing', `of ${id}`, AT)
    saved = Object.fromEntries(await now.current.withRefused())
  })
  expect(saved).toEqual(expected)
  await waitFor(() => expect(Object.fromEntries(now.current.placing.drafts)).toEqual(expected))
})
