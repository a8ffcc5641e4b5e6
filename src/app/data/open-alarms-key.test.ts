import { expect, test } from 'vitest'
import { ALARM_PAGE_SIZE } from '#contract/alarm.ts'
import { alarmQuery } from './alarm.ts'
import { OPEN_ALARMS_KEY } from './open-alarms-key.ts'

test('the shell reads the open alarms that pages fetch', () => {
  expect(alarmQuery.open().queryKey).toEqual(OPEN_ALARMS_KEY)
  expect(OPEN_ALARMS_KEY[1].pageSize).toBe(ALARM_PAGE_SIZE)
})
