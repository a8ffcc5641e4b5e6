import { cx } from './cx.ts'
import { toneClass } from './tone-class.ts'
import { ToneMark } from './tone-mark.tsx'
import type { Tone } from './tone.ts'

export interface ScoreRingProps {
  /** 0 to `max`. */
  readonly score: number | null
  readonly tone: Tone
  /** '良好' */
  readonly word: string
  /** '消防安全评分' */
  readonly label: string
  readonly max?: number
  readonly marks?: readonly number[]
  /** In px. */
  readonly size?: number
  readonly unit?: '分' | '%'
}

const START = 135
const SWEEP = 270
const RADIUS = 82

/** Degrees clockwise from three o'clock. */
function at(degrees: number, radius: number): string {
  const angle = (degrees * Math.PI) / 180
  return `${(100 + radius * Math.cos(angle)).toFixed(2)} ${(100 + radius * Math.sin(angle)).toFixed(2)}`
}

function arc(share: number): string {
  const large = SWEEP * share > 180 ? 1 : 0
  return `M${at(START, RADIUS)}A${RADIUS} ${RADIUS} 0 ${large} 1 ${at(START + SWEEP * share, RADIUS)}`
}

export function ScoreRing({
  score,
  tone,
  word,
  label,
  max = 100,
  marks = [60, 80],
  size = 176,
  unit = '分',
}: ScoreRingProps) {
  const isSmall = size < 100
  const share = score === null ? 0 : Math.min(1, Math.max(0, score / max))
  const text = score === null ? '--' : String(Math.round(score * 10) / 10)
  const [whole = '', tenth] = text.split('.')
  const shownWord = (
    <span
      aria-hidden="true"
      className={cx('gauge-word', Array.from(word).length > 3 ? 'text-xs' : 'text-sm', toneClass[tone].text)}
    >
      <ToneMark tone={tone} />
      {word}
    </span>
  )
  return (
    <div className="gauge" style={{ width: size }}>
      <svg
        viewBox="0 0 200 200"
        width={size}
        height={size}
        role="img"
        aria-label={score === null ? `${label}：${word}` : `${label} ${text} ${unit}，${word}`}
      >
        <path d={arc(1)} fill="none" stroke="rgb(var(--line))" strokeWidth={14} />
        {share > 0 && (
          <path d={arc(share)} fill="none" stroke="currentColor" strokeWidth={14} className={toneClass[tone].solid} />
        )}
        {marks.map((value) => {
          const degrees = START + (SWEEP * value) / max
          return (
            <path
              key={value}
              d={`M${at(degrees, 74)}L${at(degrees, 90)}`}
              stroke="rgb(var(--panel))"
              strokeWidth={2.5}
            />
          )
        })}
      </svg>
      <div aria-hidden="true" className="gauge-face" style={{ height: size }}>
        <span style={{ fontSize: size * 0.28 }}>
          {whole}
          {tenth && <span style={{ fontSize: size * 0.15 }}>.{tenth}</span>}
          {unit === '%' && score !== null && <span style={{ fontSize: size * 0.13 }}>%</span>}
        </span>
        {!isSmall && shownWord}
      </div>
      {isSmall && shownWord}
    </div>
  )
}
