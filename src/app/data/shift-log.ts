import { shiftLog } from '#contract/shift-log.ts'
import { unlessLive } from './live-state.ts'
import { queryOf } from './query-of.ts'

const EVERY_MS = 30_000

export const shiftLogQuery = (startTime: string) => ({
  ...queryOf(shiftLog.read, { startTime }),
  refetchInterval: unlessLive(EVERY_MS),
})
