import * as v from 'valibot'
import { linkToken } from './ack-link.ts'
import { CHECK_STATES } from './duty-check.ts'
import { group } from './endpoint.ts'
import { maybeText } from './fields.ts'

const shown = v.object({
  organ: v.string(),
  buildings: v.array(v.string()),
  askTime: v.string(),
  dueTime: v.string(),
  /** Of the buildings together: waiting or missed if one of them is. */
  state: v.picklist(CHECK_STATES),
  answeredBy: maybeText,
  /** The person to whom the link was sent. */
  recipient: v.string(),
})

export const checkLink = group('checkLink', {
  show: {
    method: 'GET',
    path: '/field/v1/check-link',
    encoding: 'query',
    access: 'public',
    effect: false,
    input: v.object({ token: linkToken }),
    output: shown,
    errors: [404],
    summary: '凭查岗通知中的链接查看一次查岗；查看不等于应答。',
  },
  answer: {
    method: 'POST',
    path: '/field/v1/check-link',
    encoding: 'json',
    access: 'public',
    effect: true,
    input: v.object({ token: linkToken }),
    output: shown,
    errors: [404],
    success: '已应答',
    summary: '凭查岗通知中的链接应答：在岗；超过时限的应答记为超时。',
  },
})
