import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUSY, DONE, gate, idle, OFFLINE, OutboxPage, REFUSED, STOPPED } from '#tests/support/outbox/outbox-page.ts'
import { openOutboxStore } from './outbox-store.ts'
import type { Outcome } from './unsent-write.ts'

const WAITING = { state: 'waiting' }
const DONE_OUTCOME: Outcome = { state: 'done', data: { version: 2 }, words: '操作成功' }
const FILE = { blob: new Blob(['a']), name: 'a.jpg' }
const never = () => new Promise<never>(() => undefined)
let page: OutboxPage

beforeEach(() => {
  page = new OutboxPage()
})
afterEach(() => void vi.restoreAllMocks())

test('stores a write completely before it is sent, and returns the server’s result', async () => {
  let kept: unknown[] = []
  page.answers = [
    async () => {
      kept = await openOutboxStore(page.uid).all()
      return DONE
    },
  ]
  const form = { name: 'point-edit:1', entered: { floor: '1' } }
  const draft = page.draft(1, 'point:1', { place: '静安大楼', page: '/point', form, files: [FILE] })
  expect(await page.outbox.enqueue(draft)).toEqual(DONE_OUTCOME)
  const tap = { key: 'key 1', schema: 1, tappedAt: 1_000_000, attempts: 0, nextAt: 0, state: 'waiting' }
  expect(kept).toStrictEqual([{ ...draft, ...tap, seq: 1, follows: [] }])
  expect(page.changes).toEqual([[], ['key 1', DONE_OUTCOME]])
  expect([await page.rows(), page.lastDone.read('point:1'), page.waits()]).toEqual([[], 'key 1', []])
})

test('a rejection shown by its page leaves nothing on the device', async () => {
  const files = [{ ...FILE, address: '/file/a' }]
  page.answers = [(write, save) => save({ ...write, files }).then(() => REFUSED)]
  const refused = { ...REFUSED, files, kind: undefined, state: 'refused' }
  const outcome = await page.outbox.enqueue(page.draft(1, 'point:1', { files: [FILE] }))
  expect({ kind: undefined, ...outcome }).toStrictEqual(refused)
  expect(page.changes.at(-1)).toEqual(['key 1', outcome])
  expect([await page.rows(), page.lastDone.read('point:1'), page.waits()]).toEqual([[], undefined, []])
})

test.each([
  ['is busy', BUSY, [1, 1_001_000, '系统异常'], [1000]],
  ['cannot be reached', OFFLINE, [1, 1_001_000, '离线'], [1000]],
  ['ended the session', STOPPED, [0, 0, undefined], [1000]],
])('a write is stored and pending when the server %s', async (_what, answer, row, waits) => {
  page.answers = [answer]
  const remove = vi.spyOn(IDBObjectStore.prototype, 'delete')
  expect(await page.outbox.enqueue(page.draft(1))).toEqual(WAITING)
  expect(remove).not.toHaveBeenCalled()
  expect(await page.rows('attempts', 'nextAt', 'reason')).toEqual([[1, ...row]])
  await expect.poll(page.waits).toEqual(waits)
})

test('a page is notified that its write is pending before other writes of the round are tried', async () => {
  page.answers = [BUSY, never]
  const { lock } = page
  page.lock = async (work) => {
    await page.keep({ tap: 2, thing: 'point:2' })
    return lock(work)
  }
  expect(await page.outbox.enqueue(page.draft(1))).toEqual(WAITING)
  await idle()
  expect(page.tried).toEqual([1, 2])
})

test.each([
  ['12 seconds', 12_000, undefined],
  ['12 seconds', 12_000, []],
  ['two minutes where files go first', 120_000, [FILE]],
])('a page waits %s for the answer; a later rejection is stored for the user', async (_what, ms, files) => {
  const late = gate()
  page.answers = [() => late.opened.then(() => REFUSED)]
  const outcome = page.outbox.enqueue(page.draft(1, 'point:1', files && { files }))
  await idle()
  expect(page.waits()).toEqual([ms])
  for (const { work } of page.timers) work()
  expect(await outcome).toEqual(WAITING)
  late.open()
  await page.outbox.flush()
  expect(await page.rows('state', 'reason', 'fields')).toEqual([[1, 'refused', '已被他人修改', REFUSED.fields]])
  expect(page.waits()).toEqual([])
})

test('lists the keys of the last applied and the pending writes of its object, at most twenty, newest last', async () => {
  await page.keep(
    { tap: 'other', thing: 'point:2', nextAt: page.now + 200_000 },
    { tap: 'first', nextAt: page.now + 200_000 },
  )
  page.lastDone.write('point:1', 'done before')
  expect(await page.outbox.enqueue(page.draft(1))).toEqual(WAITING)
  const follows = ['done before', 'kept first']
  expect((await page.store.all()).at(-1)).toMatchObject({ key: 'key 1', follows })
  for (let tap = 2; tap <= 21; tap += 1) await page.outbox.enqueue(page.draft(tap))
  const last = (await page.store.all()).at(-1)
  expect(last?.follows).toEqual(Array.from({ length: 20 }, (_, at) => `key ${at + 1}`))
  expect(page.tried).toEqual([])
})

test('the second of two concurrent writes follows the first', async () => {
  page.answers = [OFFLINE, OFFLINE]
  await Promise.all([page.outbox.enqueue(page.draft(1)), page.outbox.enqueue(page.draft(2))])
  expect(await page.rows('key', 'follows')).toEqual([
    [1, 'key 1', []],
    [2, 'key 2', ['key 1']],
  ])
})

test('replaces a rejected write, whose row is deleted before anything is sent', async () => {
  await page.keep({ tap: 1, state: 'refused' }, { tap: 2, thing: 'point:2', state: 'refused' })
  let kept: unknown[] = []
  page.answers = [
    async () => {
      kept = await page.rows()
      return DONE
    },
  ]
  expect(await page.outbox.enqueue(page.draft(3, 'point:1', { replaces: 1 }))).toEqual(DONE_OUTCOME)
  expect([kept, await page.rows()]).toEqual([[[2], [3]], [[2]]])
  expect(await page.outbox.enqueue(page.draft(4, 'point:2'))).toEqual(WAITING)
  expect(await page.rows()).toEqual([[2], [4]])
})

test.each([
  ['done', DONE_OUTCOME],
  ['refused', { state: 'refused', code: 409, reason: '不行', fields: {}, files: [] }],
] satisfies [string, Outcome][])(
  'a write sent by another tab is %s for this page when that tab reports it',
  async (_w, said) => {
    page.lock = async () => {
      await page.store.remove(1)
      return false
    }
    const put = page.outbox.enqueue(page.draft(1))
    await idle()
    expect(page.waits()).toEqual([12_000, 1000])
    void page.outbox.onRemoteOutcome('key of another', WAITING as Outcome)
    void page.outbox.onRemoteOutcome('key 1', said)
    void page.outbox.onRemoteOutcome('key 1', WAITING as Outcome)
    expect(await put).toEqual(said)
    await idle()
    expect([page.tried, page.waits()]).toEqual([[], [1000]])
  },
)

test('a refusal that another tab receives for a waiting screen is shown there and leaves nothing on the device', async () => {
  const other = new OutboxPage(page.uid)
  other.answers = [REFUSED]
  page.lock = async () => {
    await other.outbox.flush()
    return false
  }
  const put = page.outbox.enqueue(page.draft(1))
  await idle()
  expect(await page.rows('state')).toEqual([[1, 'refused']])
  for (const [key, outcome] of other.changes) if (key && outcome) await page.outbox.onRemoteOutcome(key, outcome)
  expect(await put).toMatchObject({ state: 'refused', reason: '已被他人修改', fields: REFUSED.fields })
  expect([await page.rows(), page.changes.at(-1)]).toEqual([[], []])
})

test('a refusal that another tab receives after the screen stopped waiting stays for the user', async () => {
  const other = new OutboxPage(page.uid)
  other.answers = [REFUSED]
  page.lock = async () => false
  expect(await page.outbox.enqueue(page.draft(1))).toEqual(WAITING)
  await other.outbox.flush()
  for (const [key, outcome] of other.changes) if (key && outcome) await page.outbox.onRemoteOutcome(key, outcome)
  await idle()
  expect(await page.rows('state')).toEqual([[1, 'refused']])
})

test('a stored write that is no longer readable is pending', async () => {
  page.lock = async () => {
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      throw new DOMException('broken', 'UnknownError')
    })
    return false
  }
  expect(await page.outbox.enqueue(page.draft(1))).toEqual(WAITING)
  vi.restoreAllMocks()
  expect(await page.rows('state')).toEqual([[1, 'waiting']])
})

test('closing notifies every page that its write is pending', async () => {
  page.answers = [never]
  const put = [page.outbox.enqueue(page.draft(1)), page.outbox.enqueue(page.draft(2, 'point:2'))]
  await idle()
  page.outbox.close()
  expect(await Promise.all(put)).toEqual([WAITING, WAITING])
  expect(page.waits()).toEqual([])
})

test('a write of a closed page is stored and pending', async () => {
  page.outbox.close()
  expect(await page.outbox.enqueue(page.draft(1))).toEqual(WAITING)
  expect([page.tried, await page.rows('state'), page.waits()]).toEqual([[], [[1, 'waiting']], []])
})
