import { alarm, ALARM_PHONES } from '#contract/alarm.ts'
import { MOST_CALLS } from '#contract/call-batch.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { answerRow } from '#app/offline/answer-row.ts'
import type { CacheRow, ReadStore } from '#app/offline/cache-row.ts'
import { bytesOf, CACHE_ENTRY_BYTES, putNewer, readRows, trimRows } from '#app/offline/cache-rows.ts'
import type { RefreshCalls } from './refresh-calls.ts'

const HOME = /^(dashboard|authority|score)\.|^(alarm\.list|building\.entered|problem\.facility(Counts|List))$/
const MOST_ALARMS = 10

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

async function store({ needOwn }: RefreshCalls, answers: ReadStore, rows: readonly CacheRow[]): Promise<void> {
  await needOwn()
  await putNewer(
    answers,
    rows.filter((row) => bytesOf(row) <= CACHE_ENTRY_BYTES),
  )
}

export async function refreshHome(calls: RefreshCalls, answers: ReadStore): Promise<void> {
  const { uid } = calls
  const home = (await readRows(answers)).filter(({ mark }) => mark === uid).flatMap(keptOf)
  const kept = [...home.filter(isOpenAlarms), ...home.filter((one) => !isOpenAlarms(one))].slice(0, MOST_CALLS)
  if (kept.length === 0) return
  const at = calls.now()
  const parts = await calls.batch(kept.map(({ queryKey: [id, input] }) => ({ id, input })))
  const rows = kept.flatMap(({ row, queryKey, meta }, index) => {
    const part = parts[index]
    if (part?.code !== 200) return []
    return [answerRow({ uid, queryKey, data: part.data, at, meta, shape: row.shape }, row.hash)]
  })
  await store(calls, answers, rows)
  const listed = kept.flatMap((one, index) => (isOpenAlarms(one) ? [parts[index]?.data] : []))
  await refreshAlarms(calls, answers, listed as OutputOf<typeof alarm.list>[])
  await trimRows(answers)
}

async function refreshAlarms(
  calls: RefreshCalls,
  answers: ReadStore,
  lists: readonly OutputOf<typeof alarm.list>[],
): Promise<void> {
  const { uid } = calls
  const ids = [...new Set(lists.flatMap((one) => one?.list?.map(({ id }) => id) ?? []))].slice(0, MOST_ALARMS)
  if (ids.length === 0 || calls.left() <= 0) return
  const at = calls.now()
  const details = await calls.batch(ids.map((id) => ({ id: alarm.one.id, input: { id } })))
  const meta = { keep: true, redact: ALARM_PHONES }
  const rows = ids.flatMap((id, index) => {
    const part = details[index]
    if (part?.code !== 200) return []
    return [answerRow({ uid, queryKey: [alarm.one.id, { id }], data: part.data, at, meta })]
  })
  await store(calls, answers, rows)
}
