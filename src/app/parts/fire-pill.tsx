import { Link } from '@tanstack/react-router'
import { formatNumber } from '#app/lib/format.ts'
import { cx } from '#app/ui/cx.ts'
import { FireMark } from './alarm/fire-mark.tsx'

interface FirePillProps {
  readonly count: number
  readonly search: { readonly unit?: string; readonly county?: string | undefined }
  readonly of: string
  readonly isHeaded?: boolean
  readonly className?: string
}

export function FirePill({ count, search, of, isHeaded, className }: FirePillProps) {
  return (
    <Link to="/alarms" search={search} className={cx('fire-pill', className)}>
      <FireMark sign="fire-ground" className="h-3.5 w-3.5" />
      <span className={isHeaded ? 'md:sr-only' : 'xl:sr-only'}>火警</span>
      <span className="font-figure font-semibold">{formatNumber(count)}</span>
      <span className="sr-only">，{of}</span>
    </Link>
  )
}
