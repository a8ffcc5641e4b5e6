import * as v from 'valibot'
import { alarmTaps, alarmNote } from './alarm.ts'
import { ALARM_STATES } from './alarm.rules.ts'
import { group } from './endpoint.ts'
import { code, maybeNumber, maybeText } from './fields.ts'

/** Random characters of a link; 62 ** 11 values. */
export const LINK_LENGTH = 11
/** Lifetime in ms. */
export const LINK_MS = 30 * 60_000

/** Also of other messages. */
export const linkToken = v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{11}$/, '链接不完整，请使用短信中的完整链接'))

const shown = v.object({
  buildingName: maybeText,
  address: maybeText,
  place: maybeText,
  deviceName: maybeText,
  alarmTime: v.string(),
  points: v.number(),
  state: v.picklist(ALARM_STATES),
  verdict: maybeNumber,
  ackBy: maybeText,
  judgeBy: maybeText,
  /** The person to whom the link was sent. */
  recipient: v.string(),
})

export const ackLink = group('ackLink', {
  show: {
    method: 'GET',
    path: '/field/v1/ack-link',
    encoding: 'query',
    access: 'public',
    effect: false,
    input: v.object({ token: linkToken }),
    output: shown,
    errors: [404],
    summary: '凭通知中的链接查看一条火警；查看不等于响应。',
  },
  act: {
    method: 'POST',
    path: '/field/v1/ack-link',
    encoding: 'json',
    access: 'public',
    effect: true,
    input: v.pipe(
      v.object({
        token: linkToken,
        act: v.picklist(['ack', 'verdict']),
        verdict: v.optional(code([1, 2, 3, 4])),
        note: alarmNote,
        ...alarmTaps,
      }),
      v.forward(
        v.check(({ act, verdict }) => act === 'ack' || verdict !== undefined, '请选择确认结果'),
        ['verdict'],
      ),
    ),
    output: shown,
    errors: [404, 409],
    success: '已登记',
    summary: '凭通知中的链接响应、确认或更正一条火警，30 分钟内有效。',
  },
})
