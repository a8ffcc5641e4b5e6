import { scoreTone, scoreWord } from '#contract/score.rules.ts'
import { oneDecimal } from '#app/lib/format.ts'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'

interface ScoreBlockProps {
  readonly score: number | null
  /** With one, no score is green. */
  readonly alarms: number | undefined
  readonly className?: string
}

export const SCORE_SIZE = 'h-[3.25rem] w-[3.25rem] mouse:h-10 mouse:w-12'

export function ScoreBlock({ score, alarms = 0, className }: ScoreBlockProps) {
  const band = scoreTone(score)
  const look = alarms > 0 && band === 'ok' ? 'border border-line bg-panel text-ink' : toneClass[band].soft
  return (
    <span className={cx('flex flex-col items-center justify-center rounded', SCORE_SIZE, look, className)}>
      <span className="font-figure text-lg font-semibold leading-tight mouse:leading-5">
        {oneDecimal(score)}
        <span className="sr-only">{score === null ? '' : '分，'}</span>
      </span>
      <span className="text-xs mouse:leading-4">{score === null ? '无评分' : scoreWord(score)}</span>
    </span>
  )
}
