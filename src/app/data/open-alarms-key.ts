import type { alarm } from '#contract/alarm.ts'
import type { InputOf } from '#contract/endpoint.ts'

export const OPEN_ALARMS = { buildingId: '', open: 1, currentPage: 1, pageSize: 20 } satisfies InputOf<
  typeof alarm.list
>

export const OPEN_ALARMS_KEY = ['alarm.list', OPEN_ALARMS] as const
