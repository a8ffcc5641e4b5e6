import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'

export function DeliveriesAwaited() {
  return (
    <Loading className="min-h-[12rem] rounded-md border border-line bg-panel p-4">
      <SkeletonText lines={5} />
    </Loading>
  )
}
