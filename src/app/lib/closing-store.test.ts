import 'fake-indexeddb/auto'
import { promisifyRequest } from 'idb-keyval'
import { expect, test } from 'vitest'
import { closingStore } from './closing-store.ts'

test('a store that was used does not block the deletion of its database, and opens it again', async () => {
  const use = closingStore('fire-closing', 'values')
  const put = () => use('readwrite', (store) => promisifyRequest(store.put(1, 'one')))
  const read = () => use('readonly', (store) => promisifyRequest<unknown>(store.get('one')))
  await put()
  await promisifyRequest(indexedDB.deleteDatabase('fire-closing'))
  expect(await read()).toBeUndefined()
  await put()
  expect(await read()).toBe(1)
})
