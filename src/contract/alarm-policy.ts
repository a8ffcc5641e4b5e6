import * as v from 'valibot'

/**
 * Recipients: n-th contact on duty, browsers of the unit's accounts, bound devices of the contacts on duty, district, city,
 * taker of the alarm, next contact.
 */
export const TARGETS = [
  'contact1',
  'contact2',
  'contact3',
  'accounts',
  'devices',
  'district',
  'city',
  'acker',
  'next',
  'group',
] as const
export type Target = (typeof TARGETS)[number]

const TARGET = new RegExp(
  `^(sms|voice):(contact[123]|district|city|acker|next)$|^push:(accounts|devices|district|city)$|^wecom:group$`,
)

/**
 * Escalation: what is sent how many seconds after a wave began. `until` acked: not once the alarm is acknowledged;
 * judged: also then, if no verdict follows in time. `priorities`: undefined for all.
 */
export const alarmPolicy = v.pipe(
  v.array(
    v.object({
      after: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400)),
      until: v.optional(v.picklist(['acked', 'judged']), 'acked'),
      send: v.array(
        v.object({ to: v.pipe(v.string(), v.regex(TARGET)), priorities: v.optional(v.array(v.picklist([1, 2, 3]))) }),
      ),
    }),
  ),
  v.minLength(1),
  v.maxLength(20),
  v.check((steps) => steps.every(({ after }, i) => after > (steps[i - 1]?.after ?? -1))),
)
export type AlarmPolicy = v.InferOutput<typeof alarmPolicy>

export const DEFAULT_POLICY: AlarmPolicy = [
  {
    after: 0,
    until: 'acked',
    send: [
      { to: 'push:accounts' },
      { to: 'push:devices' },
      { to: 'wecom:group' },
      { to: 'sms:contact1', priorities: [1, 2] },
    ],
  },
  {
    after: 45,
    until: 'acked',
    send: [{ to: 'sms:contact1' }, { to: 'sms:contact2' }, { to: 'voice:contact1', priorities: [1, 2] }],
  },
  { after: 90, until: 'acked', send: [{ to: 'voice:contact2' }, { to: 'sms:contact3' }, { to: 'voice:contact3' }] },
  { after: 180, until: 'acked', send: [{ to: 'sms:district' }, { to: 'push:district' }] },
  { after: 300, until: 'judged', send: [{ to: 'sms:acker' }, { to: 'sms:next' }] },
  { after: 900, until: 'judged', send: [{ to: 'sms:city' }, { to: 'push:city' }] },
]
