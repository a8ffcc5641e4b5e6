// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { checkin } from '#contract/checkin.ts'
import { forgetSession, startSession } from '#app/session/session.ts'
import { unsent } from './outbox-state.ts'
import { writeQueued } from './write-queued.ts'

vi.mock('./deliver-from-tab.ts', () => ({ deliver: async () => ({ kind: 'stopped' }) }))

afterEach(() => {
  vi.restoreAllMocks()
  forgetSession()
})

test('a stored write is shown also if reading the outbox fails at first', async () => {
  startSession('token', { id: '7', account: 'unit01', name: '甲' } as Parameters<typeof startSession>[1])
  const { getAll } = IDBObjectStore.prototype
  let isBusy = true
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function read(this: IDBObjectStore, ...what) {
    if (this.transaction.db.name.startsWith('fire-unsent-') && isBusy) throw new DOMException('busy', 'UnknownError')
    return getAll.apply(this, what)
  })
  void writeQueued(
    checkin.checkIn,
    { lawCompanyId: '1', tappedTime: '2026-11-26 10:00:00' },
    { thing: 'checkin:1:2026-11-26', label: '签到 2026-11-26' },
  )
  await new Promise((resolve) => setTimeout(resolve, 1500))
  isBusy = false
  expect(unsent.read()).toEqual([])
  await expect.poll(() => unsent.read().map(({ label }) => label), { timeout: 8000 }).toEqual(['签到 2026-11-26'])
})
