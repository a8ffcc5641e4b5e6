// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { clear, createStore, keys } from 'idb-keyval'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { readStoreName } from '#app/offline/cache-row.ts'
import { startPersisting, stopPersisting } from '#app/offline/persist-cache.ts'
import { answerShapes } from './answer-shapes.ts'

const all = endpoints()
const kept = all.filter(({ cache }) => cache === 'keep').map(({ id }) => id)

/** `run` sees the restored answers. */
async function start(shapes: Readonly<Record<string, string>>, run: (client: QueryClient) => Promise<void> | void) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  await startPersisting(client, 'unit01', shapes)
  await run(client)
  window.dispatchEvent(new Event('pagehide'))
  await stopPersisting()
  client.clear()
}

const answer = (client: QueryClient, id: string) =>
  client.fetchQuery({ queryKey: [id, {}], queryFn: () => Promise.resolve({ of: id }), meta: { keep: true } })

const restoredBy = async (shapes: Readonly<Record<string, string>>) => {
  let restored: readonly unknown[] = []
  await start(shapes, (client) => {
    restored = client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[0])
  })
  return restored
}

test.each(kept)('a build with another answer of %s drops the kept answers of that call alone', async (changed) => {
  await start(answerShapes(all), async (client) => {
    for (const id of kept) await answer(client, id)
  })
  expect((await restoredBy(answerShapes(all))).toSorted()).toEqual(kept.toSorted())

  const next = answerShapes(
    all.map((each) =>
      each.id === changed ? { ...each, output: v.object({ more: v.string(), old: each.output }) } : each,
    ),
  )
  const others = kept.filter((id) => id !== changed).toSorted()
  expect((await restoredBy(next)).toSorted()).toEqual(others)

  await start(next, async (client) => void (await answer(client, 'a later call')))
  const store = createStore(readStoreName('unit01'), 'answers')
  expect((await keys(store)).map((hash) => (JSON.parse(String(hash)) as string[])[0]).toSorted()).toEqual(
    [...others, 'a later call'].toSorted(),
  )
  await clear(store)
  await store('readonly', ({ transaction }) => transaction.db.close())
})
