import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LngLat } from '#contract/coordinates.ts'
import { directionTo, distanceBetween } from '#contract/distance.ts'
import { AccessMark } from '#app/parts/calm-mark.tsx'
import { ConditionMarks } from '#app/parts/condition-mark.tsx'
import { firstTab } from '#app/parts/first-tab.ts'
import { ScoreBlock } from '#app/parts/score-block.tsx'
import { Navigate } from './navigate.tsx'
import { formatDistance } from './format-distance.ts'

interface ShownBuilding {
  readonly id: string
  readonly name: string
  readonly address: string | null
  readonly accessStatus: number | null
  readonly safetyScore?: number | null | undefined
  readonly pointNum: number
  readonly alarmNum?: number | undefined
  readonly faultNum?: number | undefined
  readonly offlineNum?: number | undefined
}

interface NearbyRowProps {
  readonly of: ShownBuilding
  readonly here: LngLat
  readonly place: LngLat | null
  readonly note?: ReactNode
}

export function NearbyRow({ of, here, place, note }: NearbyRowProps) {
  return (
    <li className="flex items-center pr-4">
      <Link
        to="/buildDetail/$id/$canEdit/$tabName"
        params={{ id: of.id, canEdit: '0', tabName: firstTab(of.alarmNum) }}
        className="grid min-w-0 flex-1 grid-cols-[3.25rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 mouse:py-1.5 hover:bg-sunk"
      >
        <ScoreBlock score={of.safetyScore ?? null} alarms={of.alarmNum} />
        <span className="min-w-0">
          <span className="block break-words text-base font-semibold text-ink">{of.name}</span>
          <span className="mt-1.5 flex flex-wrap items-center gap-x-3 text-sm">
            <ConditionMarks of={of} />
            <AccessMark of={of} />
            {note}
          </span>
          {of.address && <span className="block truncate text-sm text-ink-soft">{of.address}</span>}
        </span>
        <span className="whitespace-nowrap text-right">
          {place ? (
            <>
              <span className="block text-base font-semibold text-ink">
                {formatDistance(distanceBetween(here, place))}
              </span>
              <span className="block text-sm text-ink-soft">{directionTo(here, place)}</span>
            </>
          ) : (
            <span className="text-sm text-ink-soft">无坐标</span>
          )}
        </span>
      </Link>
      <Navigate of={{ name: of.name, address: of.address, gisX: place?.[0] ?? null, gisY: place?.[1] ?? null }} />
    </li>
  )
}
