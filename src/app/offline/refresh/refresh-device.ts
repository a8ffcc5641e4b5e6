import { alarm, ALARM_PHONES } from '#contract/alarm.ts'
import { bundle } from '#contract/bundle.ts'
import { callBatch, MOST_CALLS } from '#contract/call-batch.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { call, CallError, type Wire } from '#app/lib/call.ts'
import type { Transport } from '#app/lib/fetch-text.ts'
import { answerRow } from '#app/offline/answer-row.ts'
import { type BundleHead, openBundleStore } from '#app/offline/bundles/bundle-store.ts'
import { downloadBundle } from '#app/offline/bundles/download-bundle.ts'
import { type CacheRow, readStoreName, type ReadStore } from '#app/offline/cache-row.ts'
import { bytesOf, CACHE_ENTRY_BYTES, putNewer, readRows, trimRows } from '#app/offline/cache-rows.ts'
import { openExisting } from '#app/offline/open-existing.ts'
import type { WorkerSession } from '#app/offline/outbox/worker-store.ts'
import { countRefresh, readRefreshState } from './refresh-state.ts'

export interface RefreshEnvironment {
  session(): Promise<WorkerSession | undefined>
  fetch: Transport
  now(): number
  isMetered(): boolean
  unregister(): Promise<unknown>
}

class OverLimit extends Error {}

const HOME = /^(dashboard|authority|score)\.|^(alarm\.list|building\.entered|problem\.facility(Counts|List))$/
const MOST_ALARMS = 10
const REPORT = 'report'
const ignore = () => undefined

interface Kept {
  readonly row: CacheRow
  readonly queryKey: readonly [string, Record<string, string | number | boolean | null>]
  readonly meta: { readonly keep?: boolean; readonly redact?: readonly string[] }
}

function keptOf(row: CacheRow): Kept[] {
  try {
    const { queryKey, meta } = JSON.parse(row.json) as Kept
    return HOME.test(queryKey[0]) ? [{ row, queryKey, meta }] : []
  } catch {
    return []
  }
}

const isOpenAlarms = ({ queryKey: [id, input] }: Kept) => id === alarm.list.id && Number(input['open']) === 1

async function sizeOf(response: Response): Promise<number> {
  const { byteLength } = await response.clone().arrayBuffer()
  const [timing] = response.url ? performance.getEntriesByName(response.url) : []
  return (timing as PerformanceResourceTiming | undefined)?.transferSize || byteLength
}

export async function refreshDevice(around: RefreshEnvironment): Promise<void> {
  const session = await around.session()
  if (!session) return void (await around.unregister())
  const { uid, token } = session
  const { limit, onMetered, bytes: before } = await readRefreshState(uid, around.now())
  if (limit === 0) return void (await around.unregister())
  if (around.isMetered() && !onMetered) return
  let left = limit - before
  if (left <= 0) return
  let used = 0
  let isEnded = false

  const transport: Transport = async (url, init) => {
    if (left <= 0) throw new OverLimit()
    const response = await around.fetch(url, init)
    const size = await sizeOf(response)
    used += size
    left -= size
    return response
  }
  const wire: Wire = {
    base: '',
    token,
    onToken: ignore,
    onSignedOut: () => void (isEnded = true),
    onAnswer: ignore,
    onSilence: ignore,
    onSlow: ignore,
  }
  const send = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => call(wire, endpoint, input, { transport })
  const isOwn = async () => !isEnded && (await around.session())?.uid === uid
  async function needOwn(): Promise<void> {
    if (!(await isOwn())) throw new CallError(401, '')
  }

  async function ask(calls: InputOf<typeof callBatch.read>['calls']) {
    const { answers } = await send(callBatch.read, { calls })
    if (answers.some(({ code }) => code === 401)) {
      isEnded = true
      throw new CallError(401, '')
    }
    return answers
  }

  async function store(answers: ReadStore, rows: readonly CacheRow[]): Promise<void> {
    await needOwn()
    await putNewer(
      answers,
      rows.filter((row) => bytesOf(row) <= CACHE_ENTRY_BYTES),
    )
  }

  async function refreshHome(answers: ReadStore): Promise<void> {
    const home = (await readRows(answers)).filter(({ mark }) => mark === uid).flatMap(keptOf)
    const kept = [...home.filter(isOpenAlarms), ...home.filter((one) => !isOpenAlarms(one))].slice(0, MOST_CALLS)
    if (kept.length === 0) return
    const at = around.now()
    const parts = await ask(kept.map(({ queryKey: [id, input] }) => ({ id, input })))
    const rows = kept.flatMap(({ row, queryKey, meta }, index) => {
      const part = parts[index]
      if (part?.code !== 200) return []
      return [answerRow({ uid, queryKey, data: part.data, at, meta, shape: row.shape }, row.hash)]
    })
    await store(answers, rows)
    const listed = kept.flatMap((one, index) => (isOpenAlarms(one) ? [parts[index]?.data] : []))
    await refreshAlarms(answers, listed as OutputOf<typeof alarm.list>[])
    await trimRows(answers)
  }

  async function refreshAlarms(answers: ReadStore, lists: readonly OutputOf<typeof alarm.list>[]): Promise<void> {
    const ids = [...new Set(lists.flatMap((one) => one?.list?.map(({ id }) => id) ?? []))].slice(0, MOST_ALARMS)
    if (ids.length === 0 || left <= 0) return
    const at = around.now()
    const details = await ask(ids.map((id) => ({ id: alarm.one.id, input: { id } })))
    const meta = { keep: true, redact: ALARM_PHONES }
    const rows = ids.flatMap((id, index) => {
      const part = details[index]
      if (part?.code !== 200) return []
      return [answerRow({ uid, queryKey: [alarm.one.id, { id }], data: part.data, at, meta })]
    })
    await store(answers, rows)
  }

  async function refreshBundle(packs: ReadStore, head: BundleHead): Promise<void> {
    const stored = openBundleStore(packs)
    const here = new Map(head.parts.map((part) => [part.name, part.here]))
    await downloadBundle(
      {
        store: {
          ...stored,
          async put(...what) {
            await needOwn()
            await stored.put(...what)
          },
        },
        async contents(buildingId) {
          const contents = await send(bundle.contents, { buildingId })
          // Its download is an audited export by a person.
          const parts = contents.parts.map((part) =>
            part.name === REPORT && part.digest !== here.get(REPORT)
              ? { ...part, digest: null, note: '有更新，联网时请点击“更新”下载' }
              : part,
          )
          const changed = parts.filter(({ name, digest }) => digest !== null && digest !== here.get(name))
          if (changed.reduce((sum, { bytes }) => sum + bytes, 0) > left) throw new OverLimit()
          return { ...contents, parts }
        },
        parts: (buildingId, names) => send(bundle.parts, { buildingId, names: names.join() }),
        report: () => Promise.reject(new OverLimit()),
        now: around.now,
        serverNow: ignore,
      },
      head.buildingId,
      ignore,
    )
  }

  async function using(kind: 'answers' | 'packs', work: (use: ReadStore) => Promise<void>): Promise<void> {
    const opened = await openExisting(readStoreName(uid, kind))
    if (!opened) return
    try {
      await work(opened.use)
    } finally {
      opened.close()
    }
  }

  try {
    await using('answers', refreshHome)
    await using('packs', async (use) => {
      const heads = await openBundleStore(use).heads()
      const saved = heads.filter(({ parts }) => parts.some(({ here }) => here !== null))
      for (const head of saved.sort((a, b) => a.askedAt - b.askedAt)) {
        if (left <= 0) break
        await refreshBundle(use, head).catch((error: unknown) => {
          if (isEnded || !(error instanceof CallError || error instanceof OverLimit)) throw error
        })
      }
    })
  } catch (error) {
    if (!isEnded && !(error instanceof CallError || error instanceof OverLimit)) throw error
  } finally {
    if (isEnded) await around.unregister()
    if ((await around.session())?.uid === uid) await countRefresh(uid, around.now(), 1, used)
  }
}
