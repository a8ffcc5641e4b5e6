// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { checkin } from '#contract/checkin.ts'
import { forgetSession, markInformationComplete, startSession } from '#app/session/session.ts'
import { unsent } from './outbox-state.ts'
import { openOutboxStore } from './outbox-store.ts'
import { readWorkerSession } from './worker-store.ts'
import { withOutbox, writeQueued } from './write-queued.ts'
import { CALL } from '#tests/support/outbox/outbox-fixtures.ts'

const deliver = vi.hoisted(() => vi.fn<() => Promise<{ kind: 'stopped' }>>(async () => ({ kind: 'stopped' })))
vi.mock('./deliver-from-tab.ts', () => ({ deliver }))

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

test('what was kept is sent once the due information is complete; until then the worker has no session', async () => {
  startSession('token', { id: '8', isNeedEdit: 0 } as Parameters<typeof startSession>[1])
  await withOutbox((outbox) => outbox.flush())
  const tap = { schema: 1, tappedAt: 0, attempts: 1, nextAt: Date.now() + 3_600_000 }
  const about = { uid: '8', call: CALL, input: {}, files: [], thing: 'point:1', label: '编辑点位' }
  await openOutboxStore('8').add({ ...about, ...tap, key: 'kept', state: 'waiting' })
  await expect.poll(readWorkerSession).toBeUndefined()
  deliver.mockClear()
  markInformationComplete()
  await expect.poll(() => deliver.mock.calls.length).toBe(1)
  await expect.poll(readWorkerSession).toEqual({ token: 'token', uid: '8' })
})
