import { expect, test } from 'vitest'
import { MADE_UP, MISSED, SIGNED } from '#contract/checkin.rules.ts'
import { fromWireTime } from '#contract/time.ts'
import { signedToday } from './signed-today.ts'

/** Sent at `server`, received at `phone` time. */
const told = (server: string, phone: string, checkInStatus: number | null) => ({
  data: {
    currentDateTime: server,
    continuousCheckInDays: 1,
    signValueList: [{ date: server.slice(0, 10), checkIn: checkInStatus === SIGNED, checkInStatus }],
  },
  dataUpdatedAt: fromWireTime(phone).getTime(),
})

const MORNING = '2026-03-23 08:00:00'

test.each([
  ['signed a moment ago', told(MORNING, MORNING, SIGNED), '2026-03-23 08:00:00', true],
  ['made up counts', told(MORNING, MORNING, MADE_UP), '2026-03-23 08:00:00', true],
  ['missed so far', told(MORNING, MORNING, MISSED), '2026-03-23 08:00:00', false],
  ['no mark yet', told(MORNING, MORNING, null), '2026-03-23 08:00:00', false],
  ['still the same day at its end', told(MORNING, MORNING, SIGNED), '2026-03-23 23:59:59', true],
  ['kept from yesterday', told(MORNING, MORNING, SIGNED), '2026-03-24 00:00:00', false],
  [
    'a phone that is years behind, the same day',
    told(MORNING, '2001-01-01 08:00:00', SIGNED),
    '2001-01-01 09:00:00',
    true,
  ],
  [
    'a phone past its own midnight, ahead of the server',
    told(MORNING, '2026-03-23 23:00:00', SIGNED),
    '2026-03-24 01:00:00',
    true,
  ],
  [
    'the server past midnight, the phone not yet',
    told('2026-03-23 23:30:00', '2026-03-23 20:00:00', SIGNED),
    '2026-03-23 21:00:00',
    false,
  ],
  ['a minute that the page is behind', told(MORNING, MORNING, SIGNED), '2026-03-23 07:59:00', true],
])('today’s check-in is derived from the answer: %s', (_, calendar, now, expected) => {
  expect(signedToday(calendar, fromWireTime(now))).toBe(expected)
})

test('today’s check-in is unknown without an answer', () => {
  expect(signedToday({ data: undefined, dataUpdatedAt: 0 }, fromWireTime(MORNING))).toBe(false)
})
