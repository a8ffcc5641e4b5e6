import { pino } from 'pino'
import { startMqtt } from '#server/devices/gateway/start-mqtt.ts'
import { openDatabase } from '#server/platform/db/open-db.ts'
import { createLimits } from '#server/platform/rate-limit.ts'
import { SECRETS } from './database-content.ts'
import { repositoryRoot as root } from './repository-root.ts'

const [databaseUrl = '', brokerUrl = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const { db } = await openDatabase(databaseUrl, { log, root })
startMqtt(
  {
    db,
    log,
    now: () => new Date(),
    secrets: SECRETS,
    limits: createLimits(db),
    hasRoom: () => true,
    settings: { retentionMonths: 36 } as never,
  },
  { url: brokerUrl, clientId: 'fire-platform', reconnectMs: 200 },
)
process.send?.({ kind: 'ready' })
