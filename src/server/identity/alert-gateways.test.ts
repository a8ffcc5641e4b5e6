import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createAlerts } from './sms.ts'

const none = { sms: null, voice: null, wecomUrl: null }
const message = { text: '火警', building: '甲楼', place: '1层', time: '10:00', link: '' }

test('without a gateway alarm messages fail, unless they may be logged', async () => {
  const unsent = createAlerts(none, null)
  await expect(unsent.sms('13700000119', message)).rejects.toThrow('no gateway')
  expect([unsent.voice, unsent.wecom]).toEqual([null, null])
  const logged = createAlerts(none, pino({ level: 'silent' }))
  await expect(logged.sms('13700000119', message)).resolves.toBeUndefined()
})
