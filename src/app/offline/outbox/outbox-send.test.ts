import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUSY, DONE, gate, idle, OFFLINE, OutboxPage, REFUSED, STOPPED } from '#tests/support/outbox/outbox-page.ts'

const LONGEST_WAIT_MS = 300_000
let page: OutboxPage

beforeEach(() => {
  page = new OutboxPage()
})
afterEach(() => void vi.restoreAllMocks())

const threeThings = () => page.keep({ tap: 1 }, { tap: 2 }, { tap: 3, thing: 'point:2' }, { tap: 4, thing: 'point:3' })

const breakStorage = (step: 'add' | 'getAll' | 'delete' | 'put') =>
  vi.spyOn(IDBObjectStore.prototype, step).mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError')
  })

test('sends all writes in the order of their creation, and stores their outcome', async () => {
  await threeThings()
  await page.outbox.flush()
  expect(page.tried).toEqual([1, 2, 3, 4])
  expect(await page.rows()).toEqual([])
  expect(['point:1', 'point:2', 'point:4'].map(page.lastDone.read)).toEqual(['kept 2', 'kept 3', undefined])
  expect(page.changes).toEqual(
    [1, 2, 3, 4].map((tap) => [`kept ${tap}`, { state: 'done', data: { version: 2 }, words: '操作成功' }]),
  )
  expect(page.waits()).toEqual([])
})

test.each([
  ['that the server cannot do now', BUSY, ['waiting', 1, 1_001_000, '系统异常', undefined]],
  ['that is refused', REFUSED, ['refused', 0, 0, '已被他人修改', { floor: '楼层不行' }]],
])('a write %s blocks later writes of its object only', async (_what, answer, row) => {
  await threeThings()
  page.answers = [answer]
  await page.outbox.flush()
  expect(page.tried).toEqual([1, 3, 4])
  expect(await page.rows('state', 'attempts', 'nextAt', 'reason', 'fields')).toEqual([
    [1, ...row],
    [2, 'waiting', 0, 0, undefined, undefined],
  ])
})

test.each([
  ['cannot be reached', OFFLINE, ['waiting', 1, 1_001_000, '离线']],
  ['ended the session', STOPPED, ['waiting', 0, 0, undefined]],
])('stops the round when the server %s', async (_what, answer, row) => {
  await threeThings()
  page.answers = [answer]
  await page.outbox.flush()
  expect(page.tried).toEqual([1])
  const rest = [2, 3, 4].map((tap) => [tap, 'waiting', 0, 0, undefined])
  expect(await page.rows('state', 'attempts', 'nextAt', 'reason')).toEqual([[1, ...row], ...rest])
})

test('an interrupted attempt is repeated, and does not stop the round', async () => {
  await threeThings()
  page.answers = [() => Promise.reject(new Error('a chunk could not be loaded'))]
  await page.outbox.flush()
  expect(page.tried).toEqual([1, 3, 4])
  expect(await page.rows('attempts', 'reason')).toEqual([
    [1, 1, '未能提交，稍后自动重试'],
    [2, 0, undefined],
  ])
})

test('a write whose file is not uploaded yet is sent last: it holds back no other object', async () => {
  const files = [{ blob: new Blob(['a']), name: 'a.jpg' }]
  await page.keep({ tap: 1, thing: 'declaration:7', files }, { tap: 2, thing: 'alarm:9' })
  page.answers = [DONE, OFFLINE]
  await page.outbox.flush(true)
  expect([page.tried, await page.rows('attempts')]).toEqual([[2, 1], [[1, 1]]])
})

test('a write stored during an upload is sent before the next file', async () => {
  const file = { blob: new Blob(['a']), name: 'a.jpg' }
  await page.keep({ tap: 1, thing: 'declaration:7', files: [file, file] })
  let seen: unknown[] = []
  page.answers = [
    async (write, save) => {
      await page.keep({ tap: 2, thing: 'alarm:9' })
      await save({ ...write, files: [{ ...file, address: '/file/a' }, file] })
      seen = [...page.tried]
      return DONE
    },
  ]
  await page.outbox.flush()
  expect([seen, await page.rows()]).toEqual([[1, 2], []])
})

test('a write stored during a pending upload does not wait for it, and is sent once', async () => {
  const upload = gate()
  await page.keep({ tap: 1, thing: 'declaration:7', files: [{ blob: new Blob(['a']), name: 'a.jpg' }] })
  page.answers = [() => upload.opened.then(() => DONE)]
  const round = page.outbox.flush()
  await vi.waitFor(() => expect(page.tried).toEqual([1]))
  expect(await page.outbox.enqueue(page.draft(2, 'alarm:9'))).toMatchObject({ state: 'done' })
  expect([page.tried, await page.rows()]).toEqual([[1, 2], [[1]]])
  upload.open()
  await round
  expect([page.tried, await page.rows()]).toEqual([[1, 2], []])
})

test('during a pending upload an object is tried again: after its refusal was replaced, and after a delay', async () => {
  const upload = gate()
  const files = [{ blob: new Blob(['a']), name: 'a.jpg' }]
  await page.keep({ tap: 1, thing: 'declaration:7', files }, { tap: 2, thing: 'alarm:9', state: 'refused' })
  page.answers = [() => upload.opened.then(() => DONE)]
  const round = page.outbox.flush()
  await vi.waitFor(() => expect(page.tried).toEqual([1]))
  const [, refused] = await page.store.all()
  const draft = page.draft(3, 'alarm:9', { replaces: Number(refused?.seq) })
  expect(await page.outbox.enqueue(draft)).toMatchObject({ state: 'done' })
  page.answers = [BUSY]
  const draws = [1, 0]
  Object.defineProperty(page, 'random', { get: () => draws.shift() ?? 1 })
  expect(await page.outbox.enqueue(page.draft(4, 'alarm:9'))).toMatchObject({ state: 'waiting' })
  await expect.poll(page.waits).toContain(1000)
  page.now += 1000
  for (const { work } of page.timers) work()
  await vi.waitFor(() => expect(page.tried).toEqual([1, 3, 4, 4]))
  upload.open()
  await round
  expect(await page.rows()).toEqual([])
})

test('counts attempts, doubles the wait after each, and continues automatically', async () => {
  await page.keep({ tap: 1 })
  page.answers = [BUSY, BUSY, BUSY]
  await page.outbox.flush()
  const seen = []
  for (let turn = 0; turn < 3; turn += 1) {
    seen.push([...page.waits(), ...(await page.rows('attempts', 'nextAt')).map(([, ...row]) => row)])
    await page.elapse()
  }
  expect(seen).toEqual([
    [1000, [1, 1_001_000]],
    [2000, [2, 1_003_000]],
    [4000, [3, 1_007_000]],
  ])
  expect([page.tried, await page.rows(), page.waits()]).toEqual([[1, 1, 1, 1], [], []])
})

test('schedules by the first write of each object, and nothing after a rejected one', async () => {
  await page.keep(
    { tap: 1, nextAt: 1_030_000 },
    { tap: 2 },
    { tap: 3, thing: 'point:2', nextAt: 1_020_000 },
    { tap: 4, thing: 'point:3', state: 'refused' },
    { tap: 5, thing: 'point:3' },
  )
  await page.outbox.flush()
  await page.outbox.flush()
  expect([page.tried, page.waits()]).toEqual([[], [20_000]])
})

test('schedules nothing when all are rejected, and no attempt within a second', async () => {
  await page.keep({ tap: 1, state: 'refused', nextAt: 5 })
  await page.outbox.flush()
  expect(page.waits()).toEqual([])
  await page.keep({ tap: 2, thing: 'point:2' })
  page.random = 0
  page.answers = [BUSY]
  await page.outbox.flush()
  expect([await page.rows('nextAt'), page.waits()]).toEqual([
    [
      [1, 5],
      [2, 1_000_500],
    ],
    [1000],
  ])
})

test('does not retry early, unless the user requests it or the server is reachable again', async () => {
  await page.keep({ tap: 1, nextAt: 1_000_001 }, { tap: 2, thing: 'point:2', nextAt: 1_000_000 })
  await page.outbox.flush()
  expect(page.tried).toEqual([2])
  page.answers = [BUSY]
  await page.outbox.flush(true)
  await page.outbox.flush()
  expect(page.tried).toEqual([2, 1])
})

test('a clock set back delays no retry', async () => {
  await page.keep({ tap: 1, nextAt: page.now + 7_200_000 })
  await page.outbox.flush()
  expect(page.tried).toEqual([1])
})

test('a request for an immediate round during another one is met once', async () => {
  await page.keep({ tap: 1 }, { tap: 2, thing: 'point:2', nextAt: 1_200_000 })
  const held = gate()
  page.answers = [() => held.opened.then(() => DONE), BUSY]
  const rounds = [page.outbox.flush(), page.outbox.flush(true), page.outbox.flush()]
  held.open()
  await Promise.all(rounds)
  expect(page.tried).toEqual([1, 2])
})

test('sends nothing while another tab holds the lock, and retries after a second', async () => {
  const { lock } = page
  await page.keep({ tap: 1, nextAt: 1_000_000 })
  page.lock = async () => false
  await page.outbox.flush()
  expect([page.tried, page.waits()]).toEqual([[], [1000]])
  page.lock = lock
  await page.elapse()
  expect([page.tried, page.waits()]).toEqual([[1], []])
})

test('does not send writes that another tab deleted', async () => {
  await threeThings()
  page.answers = [() => page.store.remove(3).then(() => DONE)]
  await page.outbox.flush()
  expect(page.tried).toEqual([1, 2, 4])
})

test('stores the progress of an attempt, whatever its outcome', async () => {
  const file = { blob: new Blob(['a']), name: 'a.jpg' }
  await page.keep({ tap: 1, files: [file] })
  let shown = 0
  page.answers = [
    async (write, save) => {
      await save({ ...write, files: [{ ...file, address: '/file/a' }] })
      shown = page.changes.length
      expect(await page.rows('files')).toEqual([[1, [{ ...file, address: '/file/a' }]]])
      return BUSY
    },
  ]
  await page.outbox.flush()
  expect(shown).toBe(1)
  expect(page.changes).toEqual([[], []])
  expect(await page.rows('files', 'attempts')).toEqual([[1, [{ ...file, address: '/file/a' }], 1]])
})

test('after closing during a round tries and schedules nothing', async () => {
  await threeThings()
  page.answers = [() => Promise.resolve(page.outbox.close()).then(() => BUSY)]
  await page.outbox.flush()
  expect([page.tried, page.waits()]).toEqual([[1], []])
  page.lock = vi.fn<typeof page.lock>()
  await page.outbox.flush(true)
  expect(page.lock).not.toHaveBeenCalled()
})

test('closing cancels the next attempt', async () => {
  await page.keep({ tap: 1, nextAt: 1_200_000 })
  await page.outbox.flush()
  expect(page.waits()).toEqual([200_000])
  page.outbox.close()
  expect(page.waits()).toEqual([])
})

test('unreadable storage is read again after five minutes, except on a closed page', async () => {
  await page.keep({ tap: 1 })
  const broken = breakStorage('getAll')
  await expect(page.outbox.flush()).rejects.toMatchObject({ name: 'UnknownError' })
  expect(page.waits()).toEqual([LONGEST_WAIT_MS])
  const [timer] = page.timers
  page.timers.clear()
  timer?.work()
  await idle()
  expect(page.waits()).toEqual([LONGEST_WAIT_MS])
  const closing = page.outbox.flush()
  page.outbox.close()
  await expect(closing).rejects.toMatchObject({ name: 'UnknownError' })
  broken.mockRestore()
  expect([page.tried, page.waits(), await page.rows()]).toEqual([[], [], [[1]]])
})

test('retries a write on request, after the earlier writes of its object', async () => {
  await page.keep({ tap: 1, nextAt: 2_000_000 }, { tap: 2, state: 'refused', reason: '不行' })
  page.answers = [BUSY]
  await page.outbox.retry(2)
  expect(page.tried).toEqual([1])
  expect(await page.rows('state', 'attempts', 'nextAt')).toEqual([
    [1, 'waiting', 1, 1_001_000],
    [2, 'waiting', 0, 0],
  ])
  page.changes.length = 0
  await page.outbox.retry(2)
  expect([page.tried, await page.rows()]).toEqual([[1, 1, 2], []])
  expect(page.changes.map(([key]) => key)).toEqual([undefined, 'kept 1', 'kept 2'])
})

test('retries several writes in one round', async () => {
  await page.keep({ tap: 1, state: 'refused' }, { tap: 2, thing: 'point:2', state: 'refused' })
  page.answers = [OFFLINE]
  await page.outbox.retry(1, 2)
  expect([page.tried, await page.rows('state')]).toEqual([
    [1],
    [
      [1, 'waiting'],
      [2, 'waiting'],
    ],
  ])
})

test('retrying a deleted write changes nothing', async () => {
  await page.keep({ tap: 1, nextAt: 1_200_000 })
  await page.outbox.retry(9)
  expect([page.tried, page.changes, await page.rows('nextAt')]).toEqual([[], [], [[1, 1_200_000]]])
})

test('discards a write and sends those it blocked', async () => {
  await page.keep({ tap: 1, state: 'refused' }, { tap: 2 }, { tap: 3, thing: 'point:2', nextAt: 1_200_000 })
  await page.outbox.remove(1)
  expect(page.changes[0]).toEqual([])
  await page.outbox.flush()
  expect([page.tried, await page.rows()]).toEqual([[2], [[3]]])
})

test('a discard that cannot be stored is reported; one whose next round fails is done', async () => {
  await page.keep({ tap: 1, state: 'refused' })
  const refusing = breakStorage('delete')
  await expect(page.outbox.remove(1)).rejects.toMatchObject({ name: 'UnknownError' })
  refusing.mockRestore()
  const broken = breakStorage('getAll')
  await page.outbox.remove(1)
  await idle()
  broken.mockRestore()
  expect(await page.rows()).toEqual([])
})
