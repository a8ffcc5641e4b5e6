import { lazy, Suspense } from 'react'
import type { UnitFilterProps } from './unit-filter.tsx'

const UnitFilter = lazy(() => import('./unit-filter.tsx').then((loaded) => ({ default: loaded.UnitFilter })))

export function UnitFilterSlot(props: UnitFilterProps) {
  return (
    <div className="min-h-control-sm">
      <Suspense fallback={null}>
        <UnitFilter {...props} />
      </Suspense>
    </div>
  )
}
