import { alarm, ALARM_PHONES, type AlarmDetail } from '#contract/alarm.ts'
import { callWithMessage } from '#app/lib/call.ts'
import { answerRow } from '#app/offline/answer-row.ts'
import { readStoreName } from '#app/offline/cache-row.ts'
import { putNewer } from '#app/offline/cache-rows.ts'
import { openExisting } from '#app/offline/open-existing.ts'
import { readWorkerSession, type WorkerSession } from '#app/offline/outbox/worker-store.ts'
import { wireOf } from './send-unsent.ts'

const FETCH_MS = 8000

async function store(uid: string, id: string, detail: AlarmDetail, at: number): Promise<void> {
  if ((await readWorkerSession())?.uid !== uid) return
  const answers = await openExisting(readStoreName(uid))
  if (!answers) return
  const meta = { keep: true, redact: ALARM_PHONES }
  try {
    await putNewer(answers.use, [answerRow({ uid, queryKey: [alarm.one.id, { id }], data: detail, at, meta })])
  } finally {
    answers.close()
  }
}

export async function keepAlarm(session: WorkerSession, id: string, detail?: AlarmDetail, at = 0): Promise<void> {
  const ignore = () => undefined
  if (detail?.id === id) await store(session.uid, id, detail, Math.min(at, Date.now())).catch(ignore)
  const endpoint = { ...alarm.one, timeoutMs: FETCH_MS }
  const fresh = await callWithMessage(wireOf(session, ignore), endpoint, { id }).catch(ignore)
  if (fresh) await store(session.uid, id, fresh.answer, Date.now()).catch(ignore)
}
