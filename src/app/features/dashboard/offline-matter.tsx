import { useState } from 'react'
import type { EquipmentScope } from '#app/data/dashboard.ts'
import { ConditionMark } from '#app/parts/condition-mark.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'
import { Matter, matterClass, WorstLine } from './matter-row.tsx'
import type { Duty } from './now-block.tsx'
import type { PointFilter } from './points-dialog.tsx'

const PointsDialog = onDemand(() => import('./points-dialog.tsx').then((loaded) => loaded.PointsDialog))

export function OfflineMatter({ of, scope }: { of: Duty['offline']; scope: EquipmentScope }) {
  const [open, setOpen] = useState(false)
  const [filter, setFilter] = useState<PointFilter>(0)
  return (
    <>
      <button type="button" className={matterClass} onClick={() => setOpen(true)}>
        <Matter
          mark={<ConditionMark of="offline" />}
          tone="unknown"
          count={of.points}
          title="个点位离线"
          detail={<WorstLine of={of.worst.map(({ name, points }) => `${name}\u00a0${points}`)} />}
        />
      </button>
      <PointsDialog scope={scope} filter={filter} onFilter={setFilter} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
