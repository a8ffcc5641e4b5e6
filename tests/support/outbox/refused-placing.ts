import { floorPlan } from '#contract/floor-plan.ts'
import { openOutboxStore } from '#app/offline/outbox/outbox-store.ts'
import { callOf } from '#app/offline/outbox/unsent-call.ts'

export const keepRefusedPlacing = (uid: string, planId: string, at: { readonly x: number; readonly y: number }) =>
  openOutboxStore(uid).add({
    uid,
    key: `refused ${planId}`,
    call: callOf(floorPlan.place),
    input: { id: planId, version: 1, places: [{ pointId: '11', at }] },
    files: [],
    thing: `floorPlan:${planId}`,
    label: '2层平面图放置 1 个点位',
    schema: 1,
    tappedAt: 0,
    attempts: 1,
    nextAt: 0,
    state: 'refused',
  })
