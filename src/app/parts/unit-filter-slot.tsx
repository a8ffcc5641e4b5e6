import { lazy, Suspense } from 'react'
import type { UnitFilterProps } from './unit-filter.tsx'

const LazyUnitFilter = lazy(() => import('./unit-filter.tsx').then((loaded) => ({ default: loaded.UnitFilter })))

export function UnitFilter(props: UnitFilterProps) {
  return (
    <div className="min-h-control-sm">
      <Suspense fallback={null}>
        <LazyUnitFilter {...props} />
      </Suspense>
    </div>
  )
}
