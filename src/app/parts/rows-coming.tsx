import { cx } from '#app/ui/cx.ts'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'

const EXPECTED = 6

interface ScoredRowsComingProps {
  readonly isTall?: boolean
  /** A line more on phones. */
  readonly isPlaced?: boolean | undefined
}

export function ScoredRowsComing({ isTall = false, isPlaced = false }: ScoredRowsComingProps) {
  return (
    <Loading>
      {Array.from({ length: EXPECTED }, (_, at) => (
        <div
          key={at}
          className={cx(
            'flex items-center gap-x-3 border-b border-line px-4 xl:gap-x-4',
            isTall || isPlaced ? 'h-[5.4375rem]' : 'h-[4.1875rem]',
            !isTall && 'md:h-[4.5625rem] xl:h-[3.8125rem]',
          )}
        >
          <Skeleton className="h-12 w-12 shrink-0" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
