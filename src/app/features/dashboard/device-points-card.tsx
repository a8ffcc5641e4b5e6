import { type ComponentProps, useState } from 'react'
import type { EquipmentScope } from '#app/data/dashboard.ts'
import { figureClass } from '#app/ui/figure-class.ts'
import { onDemand } from '#app/ui/on-demand.tsx'
import { DeviceCard } from './device-card.tsx'
import type { PointFilter } from './points-dialog.tsx'

const PointsDialog = onDemand(() => import('./points-dialog.tsx').then((loaded) => loaded.PointsDialog))

interface DevicePointsCardProps extends Pick<ComponentProps<typeof DeviceCard>, 'devices' | 'className' | 'height'> {
  readonly scope: EquipmentScope
}

export function DevicePointsCard({ devices, className, height, scope }: DevicePointsCardProps) {
  const [filter, setFilter] = useState<PointFilter>('')
  const [open, setOpen] = useState(false)
  const show = (chosen: PointFilter) => {
    setFilter(chosen)
    setOpen(true)
  }
  return (
    <>
      <DeviceCard
        devices={devices}
        className={className}
        height={height}
        renderFigure={(figure, connectStatus) => (
          <button type="button" className={figureClass} onClick={() => show(connectStatus)}>
            {figure}
          </button>
        )}
      />
      <PointsDialog scope={scope} filter={filter} onFilter={setFilter} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
