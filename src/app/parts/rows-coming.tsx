import { cx } from '#app/ui/cx.ts'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'

const EXPECTED = 6

export function ScoredRowsComing({ isShort = false, isTall = false }: { isShort?: boolean; isTall?: boolean }) {
  return (
    <Loading>
      {Array.from({ length: EXPECTED }, (_, at) => (
        <div
          key={at}
          className={cx(
            'flex items-center gap-x-3 border-b border-line px-3 md:px-4 xl:gap-x-4',
            isTall ? 'h-[5.5625rem]' : isShort ? 'h-[3.5625rem]' : 'h-[4.8125rem] md:h-[3.5625rem]',
          )}
        >
          <Skeleton className="h-11 w-12 shrink-0" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
