import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AlarmStatisticsSearch, unpicked } from './statistics-search.ts'

interface PickLinkProps {
  readonly search: AlarmStatisticsSearch
  readonly to: Pick<AlarmStatisticsSearch, 'pick' | 'cause' | 'point' | 'since' | 'until' | 'building'>
  readonly className?: string
  readonly label?: string
  readonly tabIndex?: number
  onMouseEnter?(): void
  readonly children: ReactNode
}

export const LIST_ID = 'picked-alarms'
export const RANKING_ID = 'false-ranking'

export function PickLink({ search, to, label, className, children, ...more }: PickLinkProps) {
  return (
    <Link
      to="/alarms/statistics"
      search={{ ...unpicked(search), ...to }}
      hash={LIST_ID}
      resetScroll={false}
      aria-label={label}
      {...more}
      className={className ?? 'text-link hover:underline'}
    >
      {children}
    </Link>
  )
}
