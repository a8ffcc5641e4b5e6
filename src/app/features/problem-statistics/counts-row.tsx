import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { questionStatus } from '#contract/dict/question-status.ts'
import { formatNumber } from '#app/lib/format.ts'
import { cx } from '#app/ui/cx.ts'
import { figureClass } from '#app/ui/figure-class.ts'
import { Stat, Stats } from '#app/ui/stat.tsx'
import type { StatisticsSearch } from './statistics-search.ts'

interface Counts {
  readonly unsolved: number
  readonly solved: number
  readonly total: number
}

interface CountsRowProps<T> {
  readonly of: UseQueryResult<T>
  readonly className?: string
  linkOf(status?: '0' | '1'): StatisticsSearch
  children(data: T): Counts
}

export function CountsRow<T>({ of, className, linkOf, children }: CountsRowProps<T>) {
  return (
    <div className={cx('border-b border-line px-4 py-2', className)}>
      {of.data === undefined ? <Figures /> : <Figures counts={children(of.data)} linkOf={linkOf} />}
    </div>
  )
}

function Figures({ counts, linkOf }: { counts?: Counts; linkOf?: CountsRowProps<unknown>['linkOf'] }) {
  const link = (status?: '0' | '1') => (shown: ReactNode) =>
    linkOf ? (
      <Link to="/problemStatistics" search={linkOf(status)} className={figureClass}>
        {shown}
      </Link>
    ) : (
      shown
    )
  return (
    <Stats className="max-w-xl">
      <Stat
        label={questionStatus.label(0)}
        tone={counts?.unsolved ? questionStatus.tone(0) : 'idle'}
        value={formatNumber(counts?.unsolved)}
        link={link('0')}
        unit="个"
      />
      <Stat
        label={questionStatus.label(1)}
        tone={questionStatus.tone(1)}
        value={formatNumber(counts?.solved)}
        link={link('1')}
        unit="个"
      />
      <Stat label="总问题" value={formatNumber(counts?.total)} link={link()} unit="个" />
    </Stats>
  )
}
