import type { AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { formatNumber } from '#app/lib/format.ts'
import { isOlderThanDay } from '#app/parts/alarm/alarm-age.rules.ts'
import { kindWord } from '#app/parts/alarm/alarm-device.ts'

const PRIORITY_WORDS = ['', '多个设备或手动报警', '重点建筑', '其他']

const orderWords = (of: AlarmRow, now: Date) => [
  of.verdict === REAL ? '真实火警' : kindWord(of),
  isOlderThanDay(of, now) && '24 小时未再报警',
  of.state === 'acked' && of.callTime === null ? '已响应' : '未响应',
  of.isFresh ? '即时' : '补传',
  of.kind === 'fire' && PRIORITY_WORDS[of.priority],
]

export function urgencyHeads(alarms: readonly AlarmRow[], now: Date, isWhole: boolean): ReadonlyMap<string, string> {
  const words = alarms.map((of) => orderWords(of, now))
  const heads = words.map((all) =>
    all
      .filter((word, at) => word && words.some((other) => other[at] !== word))
      .join(' · ')
      .replace(/^火警 · /, ''),
  )
  return new Map(
    alarms.flatMap(({ id }, at) => {
      const head = heads[at]
      if (!head || head === heads[at - 1]) return []
      const count = heads.filter((one) => one === head).length
      return [[id, isWhole ? `${head} ${formatNumber(count)} 处` : head] as const]
    }),
  )
}
