import mqtt from 'mqtt'
import { randomUUID } from 'node:crypto'
import type { Envelope } from '#contract/errors.ts'
import type { Outcome } from '#contract/ingest.ts'
import { bodyDigest, sign } from '#server/platform/signature.ts'
import type { Keys } from './sign-request.ts'

export type MqttReply = Envelope<Outcome> & { readonly id: string | null }
type Kind = 'readings' | 'events'

export function signedMessage(
  { appKey, secret }: Keys,
  kind: Kind,
  content: object,
  at: Date,
  id: string = randomUUID(),
) {
  const [topic, time, body] = [`fire/${appKey}/${kind}`, String(at.getTime()), JSON.stringify(content)]
  const signature = sign(secret, { method: 'MQTT', path: topic, time, nonce: '', bodyDigest: bodyDigest(body) })
  return { topic, message: { id, time: Number(time), signature, body } }
}

export async function connectProvider(
  url: string,
  keys: Keys,
  now: () => Date,
  { againMs = 2_000, ...login }: { againMs?: number; username?: string; password?: string } = {},
) {
  const clientId = `provider-${randomUUID().slice(0, 8)}`
  const client = mqtt.connect(url, { clientId, clean: false, protocolVersion: 4, reconnectPeriod: 200, ...login })
  const replies: MqttReply[] = []
  const waiting = new Map<string, (reply: MqttReply) => void>()
  client.on('error', () => undefined)
  client.on('message', (_, payload) => {
    const reply = JSON.parse(payload.toString()) as MqttReply
    replies.push(reply)
    waiting.get(reply.id ?? '')?.(reply)
  })
  await new Promise<void>((resolve) => client.once('connect', () => resolve()))
  await client.subscribeAsync(`fire/${keys.appKey}/results`, { qos: 1 })
  const send = (topic: string, payload: string | Buffer) => client.publish(topic, payload, { qos: 1 })
  return {
    replies,
    send,
    async report(kind: Kind, content: object, id: string = randomUUID()): Promise<MqttReply> {
      const publish = () => {
        const { topic, message } = signedMessage(keys, kind, content, now(), id)
        send(topic, JSON.stringify(message))
      }
      const replied = new Promise<MqttReply>((resolve) => waiting.set(id, resolve))
      publish()
      const again = setInterval(publish, againMs)
      try {
        return await replied
      } finally {
        clearInterval(again)
        waiting.delete(id)
      }
    },
    end: () => client.endAsync(true),
  }
}
