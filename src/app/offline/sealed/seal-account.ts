import { entries } from 'idb-keyval'
import { auth } from '#contract/auth.ts'
import { accountHash } from '#app/lib/account-hash.ts'
import { STORAGE_MS, withTimeout } from '#app/scheduling/with-timeout.ts'
import { send } from '#app/session/send.ts'
import { currentSession } from '#app/session/session.ts'
import { readRows } from '../cache-rows.ts'
import { openReadStore } from '../cache-store.ts'
import { lastServerTime } from '../connection.ts'
import { draftStore } from '../draft-store.ts'
import { flushPersisting } from '../persist-cache.ts'
import { deviceAccountOf, deviceId, listDeviceAccount } from './device-accounts.ts'
import { openSeal } from './open-seal.ts'
import { type BundleEntry, type DraftEntry, seal } from './seal.ts'
import { removeSeals, writeSeal } from './seal-store.ts'

export type SealResult = 'sealed' | 'unstored'

export async function sealAccount(): Promise<SealResult> {
  const user = currentSession()?.user
  if (!user) return 'unstored'
  const { id: uid, account, name } = user
  const hash = accountHash(uid)
  const { key } = await send(auth.deviceKey, { device: deviceId() })
  if ((deviceAccountOf(uid)?.bytes ?? 0) > 0 && (await openSeal(uid)) === 'later') return 'unstored'
  try {
    await flushPersisting()
    const answers = await readRows(openReadStore(uid))
    const bundles = (await entries(openReadStore(uid, 'packs'))) as unknown as BundleEntry[]
    const drafts: DraftEntry[] = await withTimeout(STORAGE_MS, entries<string, unknown>(draftStore(uid)))
    const sealed = await seal(key, uid, { answers, bundles, drafts })
    await writeSeal(hash, sealed)
    const at = lastServerTime() ?? Date.now()
    const gone = listDeviceAccount({ hash, account, name, at, bytes: sealed.bytes.byteLength })
    if (gone === null) throw new Error('The list of accounts cannot be stored')
    if (gone.length > 0) await removeSeals([])
    return 'sealed'
  } catch {
    await removeSeals([hash]).catch(() => undefined)
    return 'unstored'
  }
}
