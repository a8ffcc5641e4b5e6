import { cx } from '#app/ui/cx.ts'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { SCORE_SIZE } from './score-block.tsx'

const EXPECTED = 6

interface ScoredRowsComingProps {
  readonly isTall?: boolean
  readonly isStacked?: boolean
}

export function ScoredRowsComing({ isTall = false, isStacked = false }: ScoredRowsComingProps) {
  return (
    <Loading>
      {Array.from({ length: EXPECTED }, (_, at) => (
        <div
          key={at}
          className={cx(
            'flex items-center gap-x-3 border-b border-line px-4 xl:gap-x-4',
            isTall ? 'h-[5.4375rem]' : isStacked ? 'h-[5.3125rem]' : 'h-[4.1875rem]',
            isTall ? 'mouse:h-[4.875rem]' : 'md:h-[4.5625rem] xl:h-[4.0625rem] xl:mouse:h-[3.3125rem]',
          )}
        >
          <Skeleton className={cx('shrink-0', isTall ? SCORE_SIZE : 'h-12 w-12 xl:mouse:h-10')} />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
