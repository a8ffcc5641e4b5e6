// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { clear } from 'idb-keyval'
import { beforeEach, expect, it } from 'vitest'
import { type BundleHead, openBundleStore } from './bundles/bundle-store.ts'
import type { CacheRow } from './cache-row.ts'
import { bytesOf, putRows, readRows } from './cache-rows.ts'
import { openReadStore } from './cache-store.ts'
import { saveWithRoom } from './make-room.ts'
import { openOutboxStore } from './outbox/outbox-store.ts'

const UID = 'unit01'
const NOW = 1000
const answers = openReadStore(UID)
const packs = openReadStore(UID, 'packs')
const bundles = openBundleStore(packs)
const outbox = openOutboxStore(UID)

const row = (name: string, at: number): CacheRow => ({ hash: name, mark: UID, at, json: 'x'.repeat(1000) })
const head = (buildingId: string, expiresAt: number): BundleHead => ({
  buildingId,
  name: '静安大楼',
  askedAt: 1,
  expiresAt,
  parts: [{ name: 'detail', label: '', digest: 'd', here: 'd', bytes: 5000, note: null, at: 1 }],
})

beforeEach(async () => {
  await clear(answers)
  await clear(packs)
  for (const { seq } of await outbox.all()) await outbox.remove(seq)
  const names = Array.from({ length: 8 }, (_, at) => row(`q${at}`, at))
  await putRows(answers, names, [])
  await bundles.put(head('1', NOW - 1), new Map([['detail', 'x'.repeat(5000)]]))
  await bundles.put(head('2', NOW + 1), new Map([['detail', 'x'.repeat(5000)]]))
  await outbox.add({
    key: 'k',
    schema: 1,
    uid: UID,
    call: {
      id: 'alarm.ack',
      group: 'alarm',
      verb: 'ack',
      method: 'POST',
      path: '/x',
      encoding: 'json',
      access: 'duty',
    },
    input: {},
    files: [],
    thing: 'alarm:1',
    label: '响应火警',
    follows: [],
    tappedAt: 1,
    attempts: 0,
    nextAt: 0,
    state: 'waiting',
  } as unknown as Parameters<typeof outbox.add>[0])
})

async function usedBytes(): Promise<number> {
  const rows = (await readRows(answers)).reduce((sum, one) => sum + bytesOf(one), 0)
  const parts = (await bundles.heads()).flatMap((one) => one.parts.filter(({ here }) => here !== null))
  return rows + parts.reduce((sum, { bytes }) => sum + bytes, 0)
}

async function saving(bytes: number, quota: number): Promise<string> {
  if ((await usedBytes()) + bytes > quota) throw new DOMException('full', 'QuotaExceededError')
  return 'saved'
}

const hashes = async () => (await readRows(answers)).map(({ hash }) => hash).sort()
const savedBuildings = async () =>
  (await bundles.heads()).filter(({ parts }) => parts[0]?.here !== null).map(({ buildingId }) => buildingId)

it('a save that fits deletes nothing', async () => {
  expect(await saveWithRoom(UID, NOW, () => saving(1, Number.MAX_SAFE_INTEGER))).toBe('saved')
  expect(await hashes()).toHaveLength(8)
  expect(await savedBuildings()).toEqual(['1', '2'])
})

it('an expired building is deleted before any answer', async () => {
  const quota = await usedBytes()
  expect(await saveWithRoom(UID, NOW, () => saving(4000, quota))).toBe('saved')
  expect(await savedBuildings()).toEqual(['2'])
  expect(await hashes()).toHaveLength(8)
})

it('then answers are deleted oldest first, as many as the save needs', async () => {
  const quota = await usedBytes()
  expect(await saveWithRoom(UID, NOW, () => saving(8000, quota))).toBe('saved')
  expect(await hashes()).toEqual(['q2', 'q3', 'q4', 'q5', 'q6', 'q7'])
  expect(await savedBuildings()).toEqual(['2'])
})

it('without the server’s time no building counts as expired', async () => {
  const quota = await usedBytes()
  await saveWithRoom(UID, undefined, () => saving(1000, quota))
  expect(await savedBuildings()).toEqual(['1', '2'])
})

it('a save larger than all of it fails, and unsent work and valid buildings remain', async () => {
  const quota = await usedBytes()
  await expect(saveWithRoom(UID, NOW, () => saving(1_000_000, quota))).rejects.toThrow('full')
  expect(await savedBuildings()).toEqual(['2'])
  expect((await outbox.all()).map(({ key }) => key)).toEqual(['k'])
})

it('another failure deletes nothing', async () => {
  await expect(saveWithRoom(UID, NOW, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await hashes()).toHaveLength(8)
})
