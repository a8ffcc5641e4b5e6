// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { PlanInfo } from '#contract/floor-plan.ts'
import { unsent } from '#app/offline/outbox/outbox-state.ts'
import { openOutboxStore } from '#app/offline/outbox/outbox-store.ts'
import { forgetSession, startSession } from '#app/session/session.ts'
import { keepRefusedPlacing } from '#tests/support/outbox/refused-placing.ts'
import { openWriteServer, showPageOf } from '#tests/support/write-server.ts'
import { placePoints, refusedPlaces } from './floor-plan.ts'

const server = await openWriteServer()
const uid = 'unit'

beforeEach(() => {
  server.reset()
  showPageOf(server.origin)
  startSession('token', { id: uid } as Parameters<typeof startSession>[1])
})
afterAll(async () => {
  forgetSession()
  await server.close()
})

test('refused places are read for the next placing of the plan, which replaces them', async () => {
  const at = { x: 0.25, y: 0.5 }
  await keepRefusedPlacing(uid, '7', at)
  expect(await refusedPlaces({ id: '8' })).toEqual([])
  const places = await refusedPlaces({ id: '7' })
  expect(places).toEqual([['11', at]])
  await vi.waitFor(() => expect(unsent.read()).toHaveLength(1))
  server.answer({ data: { version: 3 } })
  const plan = { id: '7', version: 2 } as PlanInfo
  const placed = { buildingId: '1', floor: '2层', plan, places: new Map(places) }
  expect(await placePoints(new QueryClient(), placed, { place: '静安大楼' })).toMatchObject({ isSent: true })
  expect(server.received.map(({ body }) => JSON.parse(body))).toEqual([
    { id: '7', version: 2, places: [{ pointId: '11', at }] },
  ])
  expect(await openOutboxStore(uid).all()).toEqual([])
})
