import { accountHash } from '#app/lib/account-hash.ts'
import { APP_PREFIX, readStored } from '#app/lib/storage.ts'
import { openOutboxDatabase, OUTBOX_PREFIX, outboxName } from '#app/offline/outbox/outbox-store.ts'
import type { UnsentWrite } from '#app/offline/outbox/unsent-write.ts'
import { withTimeout } from '#app/scheduling/with-timeout.ts'

const STEP_MS = 3000
const KEPT = ['unsent:', 'device:'].map((group) => APP_PREFIX + group)

export interface SignedIn {
  readonly id: string
  readonly name: string
}

export interface Waiting {
  /** Database. */
  readonly name: string
  readonly isOwn: boolean
  /** Null: unreadable. */
  readonly writes: readonly UnsentWrite[] | null
}

export function sessionUser(): SignedIn | null {
  const user = readStored<{ id?: unknown; name?: unknown; account?: unknown }>('UserInfo')
  if (!user || typeof user.id !== 'string' || !readStored('Headers')) return null
  return { id: user.id, name: String(user.name ?? user.account ?? '') }
}

async function databaseNames(): Promise<string[]> {
  try {
    const all = await withTimeout(STEP_MS, indexedDB.databases())
    return all.flatMap(({ name }) => (name === undefined ? [] : [name]))
  } catch {
    // Firefox before 126 lacks the list.
    const known = readStored<unknown[]>('device:read-stores') ?? []
    const own = sessionUser()
    return [...known.map(String), ...(own ? [outboxName(own.id)] : [])]
  }
}

export async function readWaiting(): Promise<Waiting[]> {
  const user = sessionUser()
  const own = user && OUTBOX_PREFIX + accountHash(user.id)
  const names = (await databaseNames()).filter((name) => name.startsWith(OUTBOX_PREFIX))
  const found = await Promise.all(
    names.map(async (name) => {
      const writes = await openOutboxDatabase(name)
        .all()
        .catch(() => null)
      return { name, isOwn: name === own, writes }
    }),
  )
  return found.filter(({ writes }) => writes === null || writes.length > 0)
}

function removeDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => reject(request.error ?? new Error(name)))
  })
}

function removeStorage(isAll: boolean): void {
  for (const storage of [localStorage, sessionStorage]) {
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    for (const key of keys)
      if (key.startsWith(APP_PREFIX) && (isAll || !KEPT.some((start) => key.startsWith(start)))) storage.removeItem(key)
  }
}

/** Each step runs whatever the others do. @returns Chinese names of the failed steps */
export async function clearDevice(isAll: boolean): Promise<string[]> {
  const failed: string[] = []
  const step = async (what: string, work: () => Promise<unknown>) => {
    try {
      await withTimeout(STEP_MS, work())
    } catch {
      failed.push(what)
    }
  }
  await step('后台程序', async () => {
    const all = (await navigator.serviceWorker?.getRegistrations()) ?? []
    await Promise.all(all.map((one) => one.unregister()))
  })
  await step('本机保存的页面', async () => {
    if (!('caches' in globalThis)) return
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  })
  await step('登录状态', async () => removeStorage(isAll))
  const isOurs = (name: string) => (isAll ? /^fire-/ : /^fire-(read|worker)/).test(name)
  const names = (await databaseNames()).filter(isOurs)
  await Promise.all(names.map((name) => step('本机数据', () => removeDatabase(name))))
  return [...new Set(failed)]
}
