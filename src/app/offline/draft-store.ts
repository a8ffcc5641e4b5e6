import { clear, del, entries, get, set, type UseStore } from 'idb-keyval'
import { closingStore } from '#app/lib/closing-store.ts'
import { currentSession } from '#app/session/session.ts'

/** One database per account, separate from read data: drafts survive a purge. */
const DB_START = 'fire-drafts-'

let opened: { readonly account: string; readonly store: UseStore } | undefined

export function draftStore(account: string): UseStore {
  if (opened?.account !== account) opened = { account, store: closingStore(DB_START + account, 'drafts') }
  return opened.store
}

function storeOfAccount(): UseStore | undefined {
  const account = currentSession()?.user.id
  return account === undefined ? undefined : draftStore(account)
}

/** Undefined also if storage fails. */
export async function readDraft<T>(name: string): Promise<T | undefined> {
  const store = storeOfAccount()
  return store && get<T>(name, store).catch(() => undefined)
}

export async function draftsFrom<T>(start: string): Promise<[name: string, draft: T][]> {
  const store = storeOfAccount()
  const all = store ? await entries<string, T>(store).catch(() => []) : []
  return all.filter(([name]) => name.startsWith(start))
}

export async function keepDraft(name: string, draft: unknown): Promise<void> {
  const store = storeOfAccount()
  if (store) await follow(set(name, draft, store).catch(() => undefined))
}

let writing: Promise<unknown> = Promise.resolve()

function follow(write: Promise<void>): Promise<void> {
  writing = Promise.all([writing, write])
  return write
}

export const draftsWritten = (): Promise<unknown> => writing

export async function dropDraft(name: string): Promise<void> {
  const store = storeOfAccount()
  if (store) await del(name, store).catch(() => undefined)
}

export const removeDrafts = (account: string): Promise<void> => clear(draftStore(account))
