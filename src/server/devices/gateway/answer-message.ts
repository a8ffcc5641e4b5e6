import * as v from 'valibot'
import { ingest, type IngestKind } from '#contract/ingest.ts'
import { fieldErrors } from '#contract/messages.ts'
import { AppError } from '#server/platform/app-error.ts'
import { authenticateMessage, limitMessages } from '#server/platform/authenticate-program.ts'
import type { Deps } from '#server/platform/deps.ts'
import { parseJson } from '#server/platform/parse-json.ts'
import { ingestEventBatch, ingestReadingBatch } from '../ingest/ingest-batch.ts'
import { noteRefusedWhole } from '../ingest/refused-batch.store.ts'

export type MqttNeeds = Pick<Deps, 'db' | 'now' | 'log' | 'settings' | 'operations' | 'secrets' | 'limits' | 'hasRoom'>

export const TOPICS = ['fire/+/readings', 'fire/+/events']
const TOPIC = /^fire\/([^/]{1,64})\/(readings|events)$/
const BYTES_MOST = 1_048_576

const message = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'id 应为 1 至 64 位字母、数字、“-”或“_”')),
  time: v.pipe(
    v.union([v.number(), v.string()], 'time 应为 Unix 时间的毫秒数'),
    v.transform(String),
    v.regex(/^[1-9]\d{12}$/, 'time 应为 Unix 时间的毫秒数'),
  ),
  signature: v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{64}$/, 'signature 应为 64 位十六进制数')),
  body: v.string('body 应为文本，内容与 HTTP 上报的请求体相同'),
})

export interface Reply {
  readonly topic: string
  readonly body: string
  readonly isRefused: boolean
}

function needValid<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const errors = fieldErrors(parsed.issues)
  throw new AppError(400, Object.values(errors)[0], errors)
}

async function take(deps: MqttNeeds, topic: string, appKey: string, kind: IngestKind, given: unknown) {
  const { body, ...rest } = needValid(message, given)
  const providerId = await authenticateMessage(deps, appKey, { ...rest, body, topic })
  const arrival = { providerId, now: deps.now(), retentionMonths: deps.settings.retentionMonths }
  try {
    await limitMessages(deps, providerId)
    const items = parseJson(body)
    return kind === 'events'
      ? await ingestEventBatch(deps, deps.db, arrival, needValid(ingest.events.input, items).items)
      : await ingestReadingBatch(deps, deps.db, arrival, needValid(ingest.readings.input, items).items)
  } catch (error) {
    if (error instanceof AppError) await noteRefusedWhole(deps, providerId, kind, error, arrival.now)
    throw error
  }
}

const idOf = (given: unknown): string | null => {
  const { id } = (given ?? {}) as { id?: unknown }
  return typeof id === 'string' ? id.slice(0, 64) : null
}

export async function answerMessage(deps: MqttNeeds, topic: string, payload: Buffer): Promise<Reply | null> {
  const [, appKey = '', named] = TOPIC.exec(topic) ?? []
  const kind = named === 'events' ? 'events' : 'readings'
  if (appKey === '') return null
  let id: string | null = null
  const reply = (code: number, text: string, more: object): Reply => ({
    topic: `fire/${appKey}/results`,
    body: JSON.stringify({ id, code, message: text, ...more }),
    isRefused: code !== 200,
  })
  try {
    if (payload.length > BYTES_MOST) throw new AppError(413)
    const given = parseJson(payload.toString())
    id = idOf(given)
    return reply(200, '操作成功', { data: await take(deps, topic, appKey, kind, given) })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message: text, fields } = error
    return reply(code, text, { data: null, ...(fields && { errors: fields }) })
  }
}
