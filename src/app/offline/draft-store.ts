import { createStore, del, get, set, type UseStore } from 'idb-keyval'
import { currentSession } from '#app/session/session.ts'

/** Unsent work stays on the device when what was read leaves it, in a database of its account's own. */
const DB_START = 'fire-drafts-'

let opened: { readonly account: string; readonly store: UseStore } | undefined

function storeOfAccount(): UseStore | undefined {
  const account = currentSession()?.user.id
  if (account === undefined) return undefined
  if (opened?.account !== account) opened = { account, store: createStore(DB_START + account, 'drafts') }
  return opened.store
}

/** A form somebody began, or undefined where there is none or the device keeps nothing. */
export async function readDraft<T>(name: string): Promise<T | undefined> {
  const store = storeOfAccount()
  return store && get<T>(name, store).catch(() => undefined)
}

/** Keeps a form as it stands; a device that keeps nothing loses only the comfort. */
export async function keepDraft(name: string, draft: unknown): Promise<void> {
  const store = storeOfAccount()
  if (store) await follow(set(name, draft, store).catch(() => undefined))
}

let writing: Promise<unknown> = Promise.resolve()

function follow(write: Promise<void>): Promise<void> {
  writing = Promise.all([writing, write])
  return write
}

/** Resolves when every draft handed over so far is on the device. */
export const draftsWritten = (): Promise<unknown> => writing

export async function dropDraft(name: string): Promise<void> {
  const store = storeOfAccount()
  if (store) await del(name, store).catch(() => undefined)
}
