import { useState } from 'react'
import type { EquipmentScope } from '#app/data/dashboard.ts'
import { ConditionMark } from '#app/parts/condition-mark.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'
import { Matter, matterClass, WorstLine } from './matter-row.tsx'
import type { Duty } from './now-block.tsx'
import type { PointFilter } from './points-dialog.tsx'

const PointsDialog = onDemand(() => import('./points-dialog.tsx').then((loaded) => loaded.PointsDialog))

interface OfflineMatterProps {
  readonly of: Duty['offline']
  readonly problems?: number
  readonly scope: EquipmentScope
}

export function OfflineMatter({ of, problems = 0, scope }: OfflineMatterProps) {
  const [open, setOpen] = useState(false)
  const [filter, setFilter] = useState<PointFilter>(0)
  const hasProblems = problems > 0 && problems <= of.points
  return (
    <>
      <button type="button" className={matterClass} onClick={() => setOpen(true)}>
        <Matter
          mark={<ConditionMark of="offline" />}
          tone="unknown"
          count={of.points}
          title="个点位离线"
          detail={
            <WorstLine
              of={[
                ...(hasProblems ? [`其中 ${problems} 个已成问题`] : []),
                ...of.worst.slice(0, hasProblems ? 1 : undefined).map(({ name, points }) => `${name}\u00a0${points}`),
              ]}
            />
          }
        />
      </button>
      <PointsDialog scope={scope} filter={filter} onFilter={setFilter} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
