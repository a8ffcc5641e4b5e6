import * as v from 'valibot'
import { alarmRow } from './alarm.ts'
import { group, type OutputOf } from './endpoint.ts'
import { id, maybeNumber, maybeText, WRONG_INPUT } from './fields.ts'

/** Server-Sent Events; the same changes and cursors as `live.changes`. */
export const STREAM_PATH = '/field/v1/stream'

const change = v.object({
  /** alarm, building, message, approval, dutyCheck or scope; readers ignore others. */
  kind: v.string(),
  buildingId: v.nullable(id),
  county: maybeText,
  alarmId: v.nullable(id),
  version: maybeNumber,
  /** Of an alarm: its row in the list; null if it was merged into another. */
  row: v.nullable(alarmRow),
})

/** Figures of a district may have changed. */
const figures = v.object({
  county: v.string(),
  /** Null if they are many. */
  buildingIds: v.nullable(v.array(id)),
})

export const live = group('live', {
  changes: {
    method: 'GET',
    path: '/field/v1/changes',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({
      after: v.optional(v.pipe(v.string(), v.maxLength(100, WRONG_INPUT)), ''),
    }),
    output: v.object({
      cursor: v.string(),
      /** The cursor is unknown, too old or too far behind: everything must be read again. */
      reset: v.boolean(),
      changes: v.array(change),
      figures: v.array(figures),
    }),
    summary: `游标 after 之后的变更，不带 after 时只返回当前游标；${STREAM_PATH} 以 text/event-stream 连续推送同样的变更。`,
  },
})

export type LiveAnswer = OutputOf<typeof live.changes>
export type LiveChange = LiveAnswer['changes'][number]
export type LiveFigures = LiveAnswer['figures'][number]
