import { promisifyRequest } from 'idb-keyval'
import { DONE_PREFIX, inWorkerStore } from './worker-store.ts'

const MOST_DONE = 100

type Done = readonly (readonly [thing: string, key: string])[]
const doneKey = (outbox: string) => DONE_PREFIX + outbox

/** Last sent key of an entity, for `follows`. @param outbox name */
export const lastDoneOf = (outbox: string) => ({
  async read(thing: string): Promise<string | undefined> {
    const done = await inWorkerStore('readonly', (store) =>
      promisifyRequest<Done | undefined>(store.get(doneKey(outbox))),
    )
    return done?.find(([of]) => of === thing)?.[1]
  },
  write: (thing: string, key: string): Promise<void> =>
    inWorkerStore('readwrite', async (store) => {
      const done = (await promisifyRequest<Done | undefined>(store.get(doneKey(outbox)))) ?? []
      store.put([[thing, key], ...done.filter(([of]) => of !== thing)].slice(0, MOST_DONE), doneKey(outbox))
      await promisifyRequest(store.transaction)
    }),
})
