import { accountHash } from '#app/lib/account-hash.ts'
import { currentSession } from '#app/session/session.ts'
import { STORAGE_MS, withTimeout } from '#app/scheduling/with-timeout.ts'

const OF_ACCOUNT = /^fire-(?:read|unsent)-([0-9a-z]+)(?:-packs)?$/

/** A deleted database must not return. */
function countRows(name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('upgradeneeded', () => request.transaction?.abort())
    request.addEventListener('error', () => resolve(0))
    request.addEventListener('success', () => {
      const db = request.result
      const [store] = Array.from(db.objectStoreNames)
      if (store === undefined) {
        db.close()
        return resolve(0)
      }
      const count = db.transaction(store).objectStore(store).count()
      count.addEventListener('success', () => {
        db.close()
        resolve(count.result)
      })
      count.addEventListener('error', () => reject(count.error ?? new Error(name)))
    })
  })
}

async function countOthers(uid: string): Promise<number> {
  const own = accountHash(uid)
  const all = await indexedDB.databases()
  const names = all.map(({ name = '' }) => name)
  const others = names.filter((name) => (OF_ACCOUNT.exec(name)?.[1] ?? own) !== own)
  const counts = await Promise.all(others.map(countRows))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Storage beyond its time limit counts as some. */
export async function holdsDataOfOthers(uid: string): Promise<boolean> {
  const session = currentSession()
  if (session) return session.user.id !== uid
  if (!('indexedDB' in globalThis) || !('databases' in indexedDB)) return false
  try {
    return (await withTimeout(STORAGE_MS, countOthers(uid))) > 0
  } catch {
    return true
  }
}
