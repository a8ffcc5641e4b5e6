import { promisifyRequest } from 'idb-keyval'
import { alarm, ALARM_PHONES, type AlarmDetail } from '#contract/alarm.ts'
import { redact } from '#contract/redact.ts'
import { callWithMessage } from '#app/lib/call.ts'
import { readWorkerSession, type WorkerSession } from '#app/offline/outbox/worker-store.ts'
import { type CacheRow, readStoreName } from '#app/offline/cache-row.ts'
import { wireOf } from './send-unsent.ts'

const STORE = 'answers'
const FETCH_MS = 8000

/** Null: a deleted database must not return. */
function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name)
    request.addEventListener('upgradeneeded', () => request.transaction?.abort())
    request.addEventListener('error', () => resolve(null))
    request.addEventListener('success', () => resolve(request.result))
  })
}

function rowOf(uid: string, id: string, detail: AlarmDetail, at: number): CacheRow {
  const queryKey = [alarm.one.id, { id }]
  const hash = JSON.stringify(queryKey)
  const state = {
    data: redact(detail, ALARM_PHONES),
    dataUpdateCount: 1,
    dataUpdatedAt: at,
    error: null,
    errorUpdateCount: 0,
    errorUpdatedAt: 0,
    fetchFailureCount: 0,
    fetchFailureReason: null,
    fetchMeta: null,
    isInvalidated: true,
    status: 'success',
    fetchStatus: 'idle',
  }
  const meta = { keep: true, redact: ALARM_PHONES }
  return { hash, mark: uid, shape: '', at, json: JSON.stringify({ queryKey, queryHash: hash, state, meta }) }
}

async function store(uid: string, id: string, detail: AlarmDetail, at: number): Promise<void> {
  if ((await readWorkerSession())?.uid !== uid) return
  const db = await openExisting(readStoreName(uid))
  if (!db) return
  db.addEventListener('versionchange', () => db.close())
  try {
    const row = rowOf(uid, id, detail, at)
    const rows = db.transaction(STORE, 'readwrite').objectStore(STORE)
    const known = await promisifyRequest<CacheRow | undefined>(rows.get(row.hash))
    if (!known || known.at < at) rows.put(row, row.hash)
    await promisifyRequest(rows.transaction)
  } finally {
    db.close()
  }
}

export async function keepAlarm(session: WorkerSession, id: string, detail?: AlarmDetail, at = 0): Promise<void> {
  const ignore = () => undefined
  if (detail?.id === id) await store(session.uid, id, detail, Math.min(at, Date.now())).catch(ignore)
  const endpoint = { ...alarm.one, timeoutMs: FETCH_MS }
  const fresh = await callWithMessage(wireOf(session, ignore), endpoint, { id }).catch(ignore)
  if (fresh) await store(session.uid, id, fresh.answer, Date.now()).catch(ignore)
}
