import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { EvidenceCard } from '../evidence-card.tsx'

export function FloorAwaited({ floor }: { readonly floor: string }) {
  return (
    <EvidenceCard title={`${floor}点位`}>
      <Loading className="min-h-[16.25rem]">
        <SkeletonText lines={4} />
      </Loading>
    </EvidenceCard>
  )
}
