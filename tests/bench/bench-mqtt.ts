import { sendThroughKills } from '../support/mqtt-kills.ts'
import { tell } from './support/tell.ts'

export async function benchMqtt(): Promise<boolean> {
  const kills = Number(process.env.BENCH_KILLS ?? 5)
  const { sent, missing, twice, seconds } = await sendThroughKills(
    Number(process.env.BENCH_READINGS ?? 100_000),
    500,
    kills,
  )
  const where = `PostgreSQL, mosquitto, ${kills} kills each`
  tell({ name: 'MQTT, readings stored', where, value: sent / seconds, unit: '/s' })
  tell({ name: 'MQTT, readings missing', where, value: missing, unit: '' })
  tell({ name: 'MQTT, readings twice', where, value: twice, unit: '' })
  return missing === 0 && twice === 0
}
