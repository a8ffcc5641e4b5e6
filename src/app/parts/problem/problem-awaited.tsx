import { Loading, Skeleton, SkeletonText } from '#app/ui/skeleton.tsx'

const LINES = 3

export function StepsAwaited() {
  return (
    <section aria-label="处理建议">
      <h4 className="mb-2 text-base font-semibold">处理建议</h4>
      <Loading>
        <SkeletonText lines={LINES} />
      </Loading>
    </section>
  )
}

export function ProblemAwaited() {
  return (
    <div className="space-y-4">
      <Loading className="space-y-2.5">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
      </Loading>
      <StepsAwaited />
    </div>
  )
}
