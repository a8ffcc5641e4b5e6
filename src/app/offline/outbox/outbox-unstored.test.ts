import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUSY, OFFLINE, OutboxPage, REFUSED, STOPPED } from '#tests/support/outbox/outbox-page.ts'

const FILE = { blob: new Blob(['a']), name: 'a.jpg' }
const SENT = [{ ...FILE, address: '/file/a' }]
let page: OutboxPage

/** Writes fail; with `getAll`, reads fail too. */
function breakStorage(...steps: ('add' | 'getAll' | 'put')[]): void {
  for (const step of steps)
    vi.spyOn(IDBObjectStore.prototype, step).mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
}

beforeEach(() => {
  page = new OutboxPage()
})
afterEach(() => void vi.restoreAllMocks())

test.each([
  ['keeps nothing', ['add'] as const],
  ['can neither be written nor read', ['add', 'getAll'] as const],
])('sends writes directly from a device that %s', async (_what, steps) => {
  breakStorage(...steps)
  page.lastDone.write('point:1', 'done before')
  const draft = page.draft(1)
  const outcome = await page.outbox.enqueue(draft)
  expect(outcome).toEqual({ state: 'done', data: { version: 2 }, words: '操作成功', isUnstored: true })
  expect(page.writes).toStrictEqual([
    {
      ...draft,
      key: 'key 1',
      schema: 1,
      seq: 0,
      files: [],
      follows: ['done before'],
      tappedAt: 1_000_000,
      attempts: 0,
      nextAt: 0,
      state: 'waiting',
    },
  ])
  expect(page.lastDone.read('point:1')).toBe('key 1')
  vi.restoreAllMocks()
  expect([await page.rows(), page.changes]).toEqual([[], []])
})

test('a rejection of an unstored write returns the files uploaded so far', async () => {
  breakStorage('add')
  page.answers = [(write, save) => save({ ...write, files: SENT }).then(() => REFUSED)]
  const { kind: _, ...refusal } = REFUSED
  expect(await page.outbox.enqueue(page.draft(1, 'point:1', { files: [FILE] }))).toStrictEqual({
    state: 'refused',
    ...refusal,
    files: SENT,
  })
  expect(page.lastDone.read('point:1')).toBeUndefined()
})

test.each([
  ['cannot be reached', OFFLINE, '离线'],
  ['ended the session', STOPPED, ''],
])(
  'a write that is neither stored nor sent, as the server %s, is resent under its key and with its files',
  async (...row) => {
    const [, answer, reason] = row
    breakStorage('add')
    page.answers = [(write, save) => save({ ...write, files: SENT }).then(() => answer)]
    const draft = page.draft(1, 'point:1', { files: [FILE] })
    expect(await page.outbox.enqueue(draft)).toStrictEqual({ state: 'unstored', reason })
    expect(page.lastDone.read('point:1')).toBeUndefined()
    expect(await page.outbox.enqueue(draft)).toMatchObject({ state: 'done', isUnstored: true })
    expect(page.writes.map(({ key, files }) => [key, files])).toEqual([
      ['key 1', [FILE]],
      ['key 1', SENT],
    ])
    await page.outbox.enqueue(draft)
    expect(page.writes.at(-1)?.key).toBe('key 2')
  },
)

test('sends pending writes of the same object first, then the unstored one', async () => {
  await page.keep({ tap: 'earlier' })
  breakStorage('add')
  expect(await page.outbox.enqueue(page.draft(1))).toMatchObject({ state: 'done', isUnstored: true })
  expect(page.tried).toEqual(['earlier', 1])
  expect(page.writes[1]?.follows).toEqual(['kept earlier'])
})

test('does not overtake pending writes of the same object; other objects do not block it', async () => {
  await page.keep({ tap: 'earlier' })
  breakStorage('add')
  page.answers = [BUSY]
  expect(await page.outbox.enqueue(page.draft(1))).toEqual({ state: 'unstored', reason: '前一次修改尚未提交' })
  expect(page.tried).toEqual(['earlier'])
  expect(await page.outbox.enqueue(page.draft(2, 'point:2'))).toMatchObject({ state: 'done' })
  expect(page.tried).toEqual(['earlier', 2])
})

test('an unstored write replaces a rejected one of the same object once it has an answer', async () => {
  await page.keep({ tap: 'rejected', state: 'refused' })
  const [rejected] = await page.store.all()
  breakStorage('add')
  page.answers = [BUSY]
  const draft = page.draft(1, 'point:1', { replaces: rejected?.seq })
  expect(await page.outbox.enqueue(draft)).toEqual({ state: 'unstored', reason: '系统异常' })
  expect(await page.rows('state')).toEqual([['rejected', 'refused']])
  expect(await page.outbox.enqueue(draft)).toMatchObject({ state: 'done', isUnstored: true })
  expect([page.tried, await page.rows()]).toEqual([[1, 1], []])
})

test('does not send an unstored write while another tab sends', async () => {
  breakStorage('add')
  page.lock = async () => false
  expect(await page.outbox.enqueue(page.draft(1))).toEqual({ state: 'unstored', reason: '前一次修改尚未提交' })
  expect(page.tried).toEqual([])
})

test('after storage fails, progress is held in memory until storage works again', async () => {
  await page.keep({ tap: 1 })
  breakStorage('put')
  page.answers = [BUSY]
  await page.outbox.flush()
  expect(await page.rows('attempts')).toEqual([[1, 0]])
  expect((await page.outbox.all()).map(({ attempts, nextAt }) => [attempts, nextAt])).toEqual([[1, 1_001_000]])
  vi.restoreAllMocks()
  await page.outbox.flush()
  expect([page.tried, await page.rows('attempts', 'nextAt')]).toEqual([[1], [[1, 1, 1_001_000]]])
})
