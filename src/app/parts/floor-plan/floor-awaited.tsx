import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { EvidenceCard } from '../evidence-card.tsx'

export function FloorAwaited() {
  return (
    <EvidenceCard title="各楼层点位">
      <Loading className="min-h-[16.25rem]">
        <SkeletonText lines={4} />
      </Loading>
    </EvidenceCard>
  )
}
