import { expect, test } from 'vitest'
import { sendThroughKills } from '../../support/mqtt-kills.ts'

test('no reading is lost or stored twice while platform and broker are killed', async () => {
  const { seconds, ...kept } = await sendThroughKills(5_000, 50, 2)
  console.log(`${kept.sent} readings, ${kept.kills} kills, ${Math.round(kept.sent / seconds)} a second`)
  expect(kept).toEqual({ sent: 5_000, stored: 5_000, missing: 0, twice: 0, kills: 4 })
}, 240_000)
