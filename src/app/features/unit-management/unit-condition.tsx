import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UnitCondition } from '#contract/unit-condition.ts'
import { formatNumber, MISSING } from '#app/lib/format.ts'
import { FirePill } from '#app/parts/fire-pill.tsx'
import { firstTab } from '#app/parts/first-tab.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'

export type ConditionOf = (unitId: string) => UnitCondition | null | undefined

interface OfUnit {
  readonly name: string
  readonly of: UnitCondition | null | undefined
}

const NONE = <span className="sr-only max-xl:hidden">0</span>

interface OpenFiresProps extends Pick<OfUnit, 'of'> {
  readonly row: { readonly id: string; readonly name: string; readonly fires?: number | undefined }
}

export function OpenFires({ of, row: { id, name, fires } }: OpenFiresProps) {
  const count = of ? of.alarms : fires
  if (count === undefined) return <Waiting of={of} />
  if (count === 0) return NONE
  return <FirePill count={count} search={{ unit: id }} of={name} className="tall-target upwards" />
}

export function Problems({ name, of, isText }: OfUnit & { readonly isText?: boolean }) {
  if (!of) return isText && of === undefined ? <Skeleton className="my-[3px] h-3.5 w-14" /> : <Waiting of={of} />
  if (isText) return of.problems > 0 && <span className="text-sm text-ink-soft">问题 {of.problems}</span>
  if (of.problems === 0) return NONE
  return (
    <ToBuildings tab="todoInfo" of={of} name={name} className="downwards text-sm text-link">
      <span className="text-ink-soft max-md:sr-only xl:sr-only">问题 </span>
      <span className="font-figure">{formatNumber(of.problems)}</span>
    </ToBuildings>
  )
}

export function Buildings({ name, of }: OfUnit) {
  if (!of) return <Waiting of={of} />
  if (of.buildings === 0) return <span className="font-figure text-ink-soft">0</span>
  return (
    <ToBuildings tab={firstTab(of.alarms)} of={of} name={name} className="upwards font-figure text-link">
      {formatNumber(of.buildings)}
    </ToBuildings>
  )
}

interface ToBuildingsProps {
  readonly tab: 'stateInfo' | 'baseInfo' | 'todoInfo'
  readonly of: UnitCondition
  readonly name: string
  readonly className: string
  readonly children: ReactNode
}

function ToBuildings({ tab, of: { id: unit, buildingId: id }, name, className, children }: ToBuildingsProps) {
  const shared = { className: `${className} tall-target relative hover:underline` }
  const content = (
    <>
      {children}
      <span className="sr-only">，{name}</span>
    </>
  )
  return id === null ? (
    <Link to="/buildingList" search={{ unit }} {...shared}>
      {content}
    </Link>
  ) : (
    <Link to="/buildDetail/$id/$canEdit/$tabName" params={{ id, canEdit: '1', tabName: tab }} {...shared}>
      {content}
    </Link>
  )
}

function Waiting({ of }: { of: unknown }) {
  return of === null && <span className="text-ink-soft max-md:hidden">{MISSING}</span>
}
