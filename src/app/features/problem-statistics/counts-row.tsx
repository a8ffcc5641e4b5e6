import type { UseQueryResult } from '@tanstack/react-query'
import { questionStatus } from '#contract/dict/question-status.ts'
import { formatNumber } from '#app/lib/format.ts'
import { Answer } from '#app/parts/answer.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'

interface Counts {
  readonly unsolved: number
  readonly solved: number
  readonly total: number
}

/** How many problems there are, and how many are solved; the places are kept while the figures come. */
export function CountsRow<T>({ of, children }: { of: UseQueryResult<T>; children: (data: T) => Counts }) {
  return (
    <div className="border-b border-line px-4 py-2">
      <Answer of={of} waiting={<Figures />}>
        {(data) => <Figures counts={children(data)} />}
      </Answer>
    </div>
  )
}

function Figures({ counts }: { counts?: Counts }) {
  return (
    <Stats className="max-w-xl">
      <Stat
        label={questionStatus.label(0)}
        tone={questionStatus.tone(0)}
        value={formatNumber(counts?.unsolved)}
        unit="个"
      />
      <Stat
        label={questionStatus.label(1)}
        tone={questionStatus.tone(1)}
        value={formatNumber(counts?.solved)}
        unit="个"
      />
      <Stat label="总问题" value={formatNumber(counts?.total)} unit="个" />
    </Stats>
  )
}
