import { buildingDetail } from '#contract/building-detail.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { bundle } from '#contract/bundle.ts'
import { CallError } from '#app/lib/call.ts'
import { addressOf, send } from '#app/session/send.ts'
import { currentSession, followSession } from '#app/session/session.ts'
import { lastServerTime } from '../connection.ts'
import { withTimeout } from '#app/scheduling/with-timeout.ts'
import { openReadStore } from '../cache-store.ts'
import { saveWithRoom } from '../make-room.ts'
import { emptied, openBundleStore, type BundleContent, type BundleHead, type BundleStore } from './bundle-store.ts'
import { isExpired, bundles, downloading, publishBundles } from './bundle-state.ts'
import { compareBundles, forgetBundle } from './lost-bundles.ts'
import { downloadBundle } from './download-bundle.ts'

const REPORT_MS = 120_000

let open: { readonly uid: string; readonly store: BundleStore; readonly leave: AbortController } | undefined

function openStore(uid: string): BundleStore {
  const store = openBundleStore(openReadStore(uid, 'packs'))
  return {
    ...store,
    remove(buildingId, left) {
      if (!left) forgetBundle(uid, buildingId)
      return store.remove(buildingId, left)
    },
  }
}

function ofAccount() {
  const uid = currentSession()?.user.id
  if (open && open.uid === uid) return open
  open?.leave.abort()
  open = uid === undefined ? undefined : { uid, store: openStore(uid), leave: new AbortController() }
  bundles.write(null)
  downloading.write(null)
  return open
}
followSession(() => void ofAccount())

function needAccount() {
  const account = ofAccount()
  if (!account) throw new CallError(401, '请先登录')
  return account
}

/** The name stays. */
async function dropExpired(store: BundleStore, heads: readonly BundleHead[]): Promise<BundleHead[]> {
  const now = lastServerTime()
  if (now === undefined) return [...heads]
  return Promise.all(
    heads.map(async (head) => {
      if (head.expiresAt > now || head.parts.every(({ here }) => here === null)) return head
      const left = emptied(head)
      await store.remove(head.buildingId, left)
      return left
    }),
  )
}

export async function readBundles(): Promise<void> {
  const account = needAccount()
  const heads = await dropExpired(account.store, await account.store.heads())
  if (open !== account) return
  compareBundles(account.uid, heads)
  publishBundles(heads)
}

async function fetchReport(buildingId: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const address = await send(buildingDetail.report, { buildingId }, signal)
  const abort = new AbortController()
  const stop = () => abort.abort()
  signal.addEventListener('abort', stop)
  const read = async () => {
    const response = await fetch(addressOf(address), { signal: abort.signal, cache: 'no-store' })
    if (!response.ok || !isPdf(response)) throw new CallError('http', FAILURE_TEXT.http)
    return response.arrayBuffer()
  }
  try {
    return await withTimeout(REPORT_MS, read())
  } finally {
    stop()
    signal.removeEventListener('abort', stop)
  }
}

/** Rejects a captive portal's sign-in page. */
const isPdf = ({ headers }: Response) => headers.get('content-type')?.startsWith('application/pdf') ?? false

/** One at a time. @throws CallError also if the device is full; received parts are kept */
export async function saveOffline(buildingId: string): Promise<BundleHead> {
  const account = needAccount()
  if (downloading.read()) throw new CallError('http', '另一栋建筑正在下载，请稍候')
  const { store, leave } = account
  const { signal } = leave
  downloading.write({ buildingId, progress: null })
  // During the tap: browsers grant it to pages in use. The download does not depend on it.
  void navigator.storage?.persist?.().catch(() => undefined)
  try {
    return await downloadBundle(
      {
        // No writes after sign-out.
        store: {
          ...store,
          put: (...what) =>
            signal.aborted
              ? Promise.reject(signal.reason)
              : saveWithRoom(account.uid, lastServerTime(), () => store.put(...what)),
        },
        contents: (id) => send(bundle.contents, { buildingId: id }, signal),
        parts: (id, names) => send(bundle.parts, { buildingId: id, names: names.join() }, signal),
        report: (id) => fetchReport(id, signal),
        now: Date.now,
        serverTime: lastServerTime,
      },
      buildingId,
      (progress) => {
        if (open === account) downloading.write({ buildingId, progress })
      },
    )
  } catch (error) {
    if (error instanceof CallError && error.code === 404) await store.remove(buildingId)
    if (error instanceof CallError || signal.aborted) throw error
    throw new CallError('http', '本机存储空间不足或不可用，未能保存')
  } finally {
    if (open === account) {
      downloading.write(null)
      await readBundles().catch(() => undefined)
    }
  }
}

export async function removeBundle(buildingId: string): Promise<void> {
  await needAccount().store.remove(buildingId)
  await readBundles()
}

/** Null: missing or expired. @param only by default all parts */
export async function readBundle(
  buildingId: string,
  only?: string,
): Promise<{ readonly head: BundleHead; readonly contents: ReadonlyMap<string, BundleContent> } | null> {
  const { store } = needAccount()
  const head = await store.head(buildingId)
  if (!head || isExpired(head, Date.now())) return null
  const here = head.parts.flatMap(({ name, here }) => (here === null || name !== (only ?? name) ? [] : [name]))
  return { head, contents: await store.contents(buildingId, here) }
}
