import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openApi } from './api-context.ts'
import { openPushService } from './push-service.ts'

/** Without the steps of the demo city's alarms. */
export async function openPushCity() {
  const city = await openApi()
  const service = await openPushService()
  beforeAll(async () => void (await city.db.execute(sql`delete from alarm_step`)))
  beforeEach(() => {
    service.taken.length = 0
    service.status = 201
  })
  afterAll(async () => {
    service.close()
    await city.close()
  })
  return { city, service }
}
