import { setTimeout as later } from 'node:timers/promises'
import mqtt, { type IPublishPacket } from 'mqtt'
import { isConnectionLoss, isDiskFull, isLockTimeout, isReadOnly, isTurnedAway } from '#server/platform/db/errors.ts'
import { loggable } from '#server/platform/loggable.ts'
import { answerMessage, type MqttNeeds, type Reply, TOPICS } from './answer-message.ts'

const TRIES = 3
const RETRY_MS = 500
const RECONNECT_MS = 1_000
const END_MS = 5_000

export interface MqttSource {
  close(): Promise<void>
}

const isPassing = (error: unknown) =>
  [isConnectionLoss, isDiskFull, isLockTimeout, isReadOnly, isTurnedAway].some((is) => is(error))

/** @returns null: to be delivered again */
async function answerOrRetry(deps: MqttNeeds, topic: string, payload: Buffer): Promise<{ reply: Reply | null } | null> {
  if (!deps.hasRoom('small')) return null
  for (let tried = 1; ; tried++)
    try {
      return { reply: await answerMessage(deps, topic, payload) }
    } catch (error) {
      deps.log.error({ topic, err: loggable(error) }, 'MQTT message failed')
      deps.operations?.metrics.mqttMessage('failed')
      if (isPassing(error)) return null
      if (tried === TRIES) {
        const body = JSON.stringify({ id: null, code: 500, message: '服务器出错，请稍后重新上报', data: null })
        return { reply: { topic: topic.replace(/[^/]+$/, 'results'), body, isRefused: true } }
      }
      await later(RETRY_MS * tried)
    }
}

export function startMqtt(
  deps: MqttNeeds,
  { url, clientId, reconnectMs = RECONNECT_MS }: { url: string; clientId: string; reconnectMs?: number },
): MqttSource {
  const metrics = deps.operations?.metrics
  metrics?.mqttConnected(false)
  const client = mqtt.connect(url, {
    clientId,
    clean: false,
    protocolVersion: 4,
    resubscribe: false,
    reconnectPeriod: reconnectMs,
    reconnectOnConnackError: true,
    keepalive: 60,
  })
  let connection = 0
  let isClosing = false
  let running: Promise<void> = Promise.resolve()

  async function handle({ topic, payload, qos }: IPublishPacket, of: number, acknowledge: () => void): Promise<void> {
    const done = await answerOrRetry(deps, topic, Buffer.from(payload))
    if (of !== connection || isClosing) return
    if (!done) {
      await later(reconnectMs)
      if (of === connection) client.stream.destroy()
      return
    }
    if (done.reply) {
      metrics?.mqttMessage(done.reply.isRefused ? 'refused' : 'answered')
      // Before the acknowledgement, or it could be lost.
      client.publish(done.reply.topic, done.reply.body, { qos: qos === 0 ? 0 : 1 })
    }
    acknowledge()
  }
  client.handleMessage = (packet, acknowledge) => {
    running = handle(packet, connection, () => acknowledge())
  }
  client.on('connect', () => {
    metrics?.mqttConnected(true)
    deps.log.info({ clientId }, 'MQTT connected')
    client.subscribe(TOPICS, { qos: 1 }, (error) => {
      if (error) deps.log.error({ err: loggable(error) }, 'MQTT not subscribed')
    })
  })
  client.on('close', () => {
    connection += 1
    metrics?.mqttConnected(false)
  })
  client.on('error', (error) => deps.log.error({ err: loggable(error) }, 'MQTT failed'))
  return {
    async close() {
      isClosing = true
      await running
      await Promise.race([client.endAsync(), later(END_MS, undefined, { ref: false })])
      if (!client.disconnected) await client.endAsync(true)
    },
  }
}
