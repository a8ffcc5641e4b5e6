import type { ReactNode } from 'react'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { OpenAlarms } from './open-alarms.tsx'

const waiting = (
  <Loading className="rounded-md border border-line bg-panel p-4">
    <Skeleton className="h-7 w-2/3" />
    <Skeleton className="mt-3 h-64 w-full" />
  </Loading>
)

interface BuildingAlarmsProps {
  readonly id: string
  readonly isTop?: boolean
  readonly className?: string
  readonly children: ReactNode
}

export function BuildingAlarms({ id, isTop, className, children }: BuildingAlarmsProps) {
  return (
    <OpenAlarms
      buildingId={id}
      waiting={waiting}
      className={isTop ? 'max-md:-mx-3 max-md:-mt-2 max-md:rounded-none' : className}
    >
      {children}
    </OpenAlarms>
  )
}
