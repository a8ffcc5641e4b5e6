import type { ReactNode } from 'react'
import { scoreTone } from '#contract/score.rules.ts'
import { MISSING, oneDecimal } from '#app/lib/format.ts'
import { ConditionMark } from '#app/parts/condition-mark.tsx'
import { PlaceTable } from '#app/ui/place-table.tsx'

interface ScoreRankingProps {
  readonly label: string
  readonly inColumns?: boolean
  readonly rows: readonly {
    readonly name: string
    readonly score: number | null
    readonly rate: number | null
    readonly label: ReactNode
    readonly fires?: ReactNode
  }[]
}

export function ScoreRanking({ rows, ...rest }: ScoreRankingProps) {
  return (
    <PlaceTable
      {...rest}
      unit="分"
      heads={['评分', '接入率']}
      toneOf={scoreTone}
      dangerMark={<ConditionMark of="low" />}
      rows={rows.map(({ score, rate, ...row }) => ({
        ...row,
        value: score,
        note: rate === null ? MISSING : `${oneDecimal(rate)}%`,
      }))}
    />
  )
}
