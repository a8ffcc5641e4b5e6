import { useState } from 'react'
import type { AlarmDetail } from '#contract/alarm.ts'
import { shanghaiDay } from '#contract/time.ts'
import { dayTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { EvidenceCard } from '../evidence-card.tsx'
import { type SceneEntry, sceneOf, sceneTags } from './alarm-scene.rules.ts'

const FIRST_SHOWN = 9
const LAST_SHOWN = 3

export function AlarmScene({ of }: { of: AlarmDetail }) {
  const [isWhole, setWhole] = useState(false)
  const now = useNow()
  const entries = sceneOf(of)
  const tags = sceneTags(of, now)
  const hidden = isWhole ? 0 : Math.max(0, entries.length - FIRST_SHOWN - LAST_SHOWN)
  const withDays = entries.some(({ time }) => !time.startsWith(shanghaiDay(now)))
  const line = (entry: SceneEntry) => (
    <Line
      key={entry.key}
      of={entry}
      time={withDays ? dayTime(entry.time, now) : entry.time.slice(11)}
      timeWidth={withDays ? 'w-24' : 'w-16'}
    />
  )
  return (
    <EvidenceCard
      title={of.verdict === null ? '现场情况' : '经过'}
      aside={of.events > of.records.length ? `共 ${of.events} 条记录，此处为最近 ${of.records.length} 条` : undefined}
    >
      {tags.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-2">
          {tags.map(({ tone, text }) => (
            <li key={text}>
              <Badge tone={tone}>{text}</Badge>
            </li>
          ))}
        </ul>
      )}
      <ol className="text-base">
        {entries.slice(0, hidden > 0 ? FIRST_SHOWN : undefined).map(line)}
        {hidden > 0 && (
          <li>
            <Button kind="quiet" size="small" onClick={() => setWhole(true)}>
              还有 {hidden} 条
            </Button>
          </li>
        )}
        {hidden > 0 && entries.slice(FIRST_SHOWN + hidden).map(line)}
      </ol>
    </EvidenceCard>
  )
}

interface LineProps {
  readonly of: SceneEntry
  readonly time: string
  readonly timeWidth: string
}

function Line({ of, time, timeWidth }: LineProps) {
  const { tone, title, word, place, isUndone } = of
  return (
    <li className="flex items-baseline gap-2.5 py-1">
      <time
        dateTime={of.time}
        className={cx('shrink-0 whitespace-nowrap font-figure text-sm text-ink-soft', timeWidth)}
      >
        {time}
      </time>
      <ToneMark tone={tone} className="h-3.5 w-3.5 mt-[0.3125rem] self-start" />
      <span className="min-w-0 flex-1 gap-x-3 break-words xl:flex xl:flex-wrap xl:items-baseline">
        <span className="block min-w-0 xl:basis-44">{title}</span>
        <span className="block min-w-0 text-sm text-ink-soft xl:min-w-[8rem] xl:flex-1">{place}</span>
      </span>
      <span
        className={cx(
          'shrink-0 whitespace-nowrap text-right font-medium',
          isUndone ? 'text-ink-soft line-through' : toneClass[tone].text,
        )}
      >
        {word}
      </span>
    </li>
  )
}
