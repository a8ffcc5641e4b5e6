import { buildingDetail } from '#contract/building-detail.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { pack } from '#contract/pack.ts'
import { CallError } from '#app/lib/call.ts'
import { addressOf, send } from '#app/session/send.ts'
import { currentSession, followSession } from '#app/session/session.ts'
import { serverNow } from '../connection.ts'
import { withLimit } from '../within.ts'
import { openReadStore } from '../cache-store.ts'
import { openPackStore, type PackContent, type PackHead, type PackStore } from './pack-store.ts'
import { isExpired, packs, taking, tellPacks } from './pack-state.ts'
import { takePack } from './take-pack.ts'

/** Limit of fetching a report, from its start to its last byte. */
const REPORT_MS = 120_000

let open: { readonly uid: string; readonly store: PackStore; readonly leave: AbortController } | undefined

/** The signed-in account's packs; those of whoever was signed in before are let go of. */
function ofAccount() {
  const uid = currentSession()?.user.id
  if (open && open.uid === uid) return open
  open?.leave.abort()
  open =
    uid === undefined
      ? undefined
      : { uid, store: openPackStore(openReadStore(uid, 'packs')), leave: new AbortController() }
  packs.write(null)
  taking.write(null)
  return open
}
followSession(() => void ofAccount())

function needAccount() {
  const account = ofAccount()
  if (!account) throw new CallError(401, '请先登录')
  return account
}

/** What ran out by the server's time leaves the device; its name stays, to be taken again. This device's clock deletes nothing. */
async function dropExpired(store: PackStore, heads: readonly PackHead[]): Promise<PackHead[]> {
  const now = serverNow()
  if (now === undefined) return [...heads]
  return Promise.all(
    heads.map(async (head) => {
      if (!isExpired(head, now) || head.parts.every(({ here }) => here === null)) return head
      const left = { ...head, parts: head.parts.map((part) => ({ ...part, here: null, at: 0 })) }
      await store.remove(head.buildingId, left)
      return left
    }),
  )
}

/** Reads what the account took along, and tells it. */
export async function readPacks(): Promise<void> {
  const account = needAccount()
  const heads = await dropExpired(account.store, await account.store.heads())
  if (open === account) tellPacks(heads)
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
    return await withLimit(REPORT_MS, read())
  } finally {
    stop()
    signal.removeEventListener('abort', stop)
  }
}

/** A sign-in page of the network is no report. */
const isPdf = ({ headers }: Response) => headers.get('content-type')?.startsWith('application/pdf') ?? false

/**
 * Takes a building along, or brings it up to date; one at a time.
 * @throws CallError where the server refuses or is not reached, or the device has no room; what came stays
 */
export async function takeAlong(buildingId: string): Promise<PackHead> {
  const account = needAccount()
  if (taking.read()) throw new CallError('http', '正在下载另一座建筑，请稍后')
  const { store, leave } = account
  const { signal } = leave
  taking.write({ buildingId, progress: null })
  try {
    return await takePack(
      {
        // After the account left nothing of it is written any more.
        store: { ...store, put: (...what) => (signal.aborted ? Promise.reject(signal.reason) : store.put(...what)) },
        contents: (id) => send(pack.contents, { buildingId: id }, signal),
        parts: (id, names) => send(pack.parts, { buildingId: id, names: names.join() }, signal),
        report: (id) => fetchReport(id, signal),
        now: Date.now,
        serverNow,
      },
      buildingId,
      (progress) => {
        if (open === account) taking.write({ buildingId, progress })
      },
    )
  } catch (error) {
    if (error instanceof CallError && error.code === 404) await store.remove(buildingId)
    if (error instanceof CallError || signal.aborted) throw error
    throw new CallError('http', '本机存储空间不足或不可用，未能保存')
  } finally {
    if (open === account) {
      taking.write(null)
      await readPacks().catch(() => undefined)
    }
  }
}

export async function dropPack(buildingId: string): Promise<void> {
  await needAccount().store.remove(buildingId)
  await readPacks()
}

/** What is here of a building that was taken along and has not run out; null where nothing is. */
export async function readPack(
  buildingId: string,
): Promise<{ readonly head: PackHead; readonly contents: ReadonlyMap<string, PackContent> } | null> {
  const { store } = needAccount()
  const head = await store.head(buildingId)
  if (!head || isExpired(head, Date.now())) return null
  const here = head.parts.flatMap(({ name, here }) => (here === null ? [] : [name]))
  return { head, contents: await store.contents(buildingId, here) }
}
