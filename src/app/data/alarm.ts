import { queryOptions } from '@tanstack/react-query'
import { alarm, type AlarmDetail } from '#contract/alarm.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

/** How often alarms are read again while they are on screen (ms). */
const EVERY_MS = 30_000

export const alarmQuery = {
  list: (input: InputOf<typeof alarm.list>) => ({
    ...queryOf(alarm.list, input),
    refetchInterval: EVERY_MS,
    meta: { keep: (input.currentPage ?? 1) === 1 },
  }),

  /** The first open alarm of a building, and how many are open. */
  openOf: (buildingId: string) => alarmQuery.list({ buildingId, open: 1, currentPage: 1, pageSize: 10 }),

  one: (id: string) =>
    queryOptions<AlarmDetail>({
      queryKey: [alarm.one.id, { id }],
      queryFn: ({ signal }) => send(alarm.one, { id }, signal),
      refetchInterval: EVERY_MS,
      meta: { keep: true, withhold: ['contactPhone'] },
    }),
}
