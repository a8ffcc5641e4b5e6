import { useQuery } from '@tanstack/react-query'
import { scoreTone, scoreWord } from '#contract/score.rules.ts'
import { type AuthorityArea, authorityParts } from '#app/data/authority.ts'
import { formatPercent, oneDecimal } from '#app/lib/format.ts'
import type { DistrictFigures } from '#app/parts/districts/district-figures.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { Change } from './month-change.tsx'

interface AreaFiguresProps {
  readonly title?: string
  readonly area: AuthorityArea
  /** Else of the area, with its change. */
  readonly of?: DistrictFigures | undefined
  readonly total: number | undefined
}

export function AreaFigures({ title, area, of, total }: AreaFiguresProps) {
  const parts = authorityParts(area)
  const { data: scored } = useQuery(parts.scoreOverview)
  const { data: connected } = useQuery(parts.accessOverview)
  const { score, rate, alarms } = of ?? {
    score: scored?.totalScore ?? null,
    rate: connected?.totalAccessedPercentage ?? null,
    alarms: total,
  }
  const band = scoreTone(score)
  const isHeldBack = band === 'ok' && alarms !== 0
  const tone = isHeldBack ? 'unknown' : band
  const mark = !isHeldBack && <ToneMark tone={tone} />
  const word = isHeldBack ? (alarms ? '有火警' : '火警未知') : (of || scored) && scoreWord(score)
  const change = !of && scored && (
    <span key="change">
      较上月 <Change points={scored.comparedToLastMonthScore} />
    </span>
  )
  const access = (
    <span key={`access ${!of}`}>
      接入率 <b className="font-figure font-semibold text-ink">{formatPercent(rate)}</b>
    </span>
  )
  if (title)
    return (
      <>
        <i>{mark}</i>
        <b className={toneClass[tone].text}>
          {oneDecimal(score)}
          {score !== null && <span className="sr-only"> 分</span>}
        </b>
        <span className="matter-line">
          <span className="matter-title">
            <Dotted of={[title, word]} />
          </span>
          <span key={String(!scored)} className="matter-more">
            <Dotted of={[change, access]} />
          </span>
        </span>
      </>
    )
  return (
    <>
      <span className={`inline-flex items-baseline gap-1 ${toneClass[tone].text}`}>
        {mark}
        <b className="font-figure text-2xl font-semibold leading-none">{oneDecimal(score)}</b> 分 {word}
      </span>
      {change}
      {access}
    </>
  )
}
