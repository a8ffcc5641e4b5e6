import { queryOptions } from '@tanstack/react-query'
import { ALARM_PAGE_SIZE, ALARM_PHONES, alarm, type AlarmDetail } from '#contract/alarm.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { sendRead } from './call-batch.ts'
import { unlessLive } from './live-state.ts'
import { queryOf } from './query-of.ts'

const EVERY_MS = 30_000
const NEXT_CALL_MS = 5000

export const alarmQuery = {
  list: (input: InputOf<typeof alarm.list>) => ({
    ...queryOf(alarm.list, input),
    refetchInterval: unlessLive(EVERY_MS),
    meta: { keep: (input.currentPage ?? 1) === 1 && !input.search },
  }),

  /** First page. */
  open: () => alarmQuery.list({ buildingId: '', open: 1, currentPage: 1, pageSize: ALARM_PAGE_SIZE }),

  openNamed: (search: string) => ({
    ...alarmQuery.list({ buildingId: '', open: 1, currentPage: 1, pageSize: ALARM_PAGE_SIZE, search }),
    refetchInterval: false as const,
  }),

  openOf: (buildingId: string) => alarmQuery.list({ buildingId, open: 1, currentPage: 1, pageSize: 10 }),

  one: (id: string) =>
    queryOptions<AlarmDetail>({
      queryKey: [alarm.one.id, { id }],
      queryFn: ({ signal }) => sendRead(alarm.one, { id }, signal),
      // The stream reports alarms only.
      refetchInterval: ({ state: { data } }) => (data?.nextCall ? NEXT_CALL_MS : unlessLive(EVERY_MS)()),
      meta: { keep: true, redact: ALARM_PHONES },
    }),
}
