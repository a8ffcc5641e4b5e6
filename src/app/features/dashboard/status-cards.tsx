import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { alarmStatus } from '#contract/dict/alarm-status.ts'
import { gaugeStatus } from '#contract/dict/gauge-status.ts'
import { levelStatus } from '#contract/dict/level-status.ts'
import { pumpStatus } from '#contract/dict/pump-status.ts'
import type { WaterCounts } from '#contract/equipment.ts'
import type { dashboard } from '#contract/dashboard.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { dashboardQuery, type EquipmentScope } from '#app/data/dashboard.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { partsOf, scopeOf } from './dashboard-queries.ts'
import { type StateCounts, StatusCard } from './status-card.tsx'

interface OfBuilding {
  readonly buildingId: string
}

export function FireAlarmCard({ buildingId }: OfBuilding) {
  return <AlarmCard figures={useQuery(partsOf(buildingId).fireAlarm)} scope={scopeOf(buildingId)} />
}

export function AlarmCard({
  figures,
  scope,
}: {
  figures: UseQueryResult<OutputOf<typeof dashboard.fireAlarm>>
  scope: EquipmentScope
}) {
  return (
    <StatusCard
      title="火灾自动报警系统"
      card="fireAlarm"
      type={1}
      words={alarmStatus}
      figures={figures}
      countsOf={(of) => [
        of.normalEquipmentNumber,
        of.alarmEquipmentNumber,
        of.malfunctionEquipmentNumber,
        of.shieldingEquipmentNumber,
        ...(of.offlineEquipmentNumber === undefined ? [] : [of.offlineEquipmentNumber]),
      ]}
      scope={scope}
      actions={
        <Link
          to="/alarms"
          search={{
            ...(scope.buildingId && { building: String(scope.buildingId) }),
            ...(scope.countyNo && { county: String(scope.countyNo) }),
          }}
          className={`${buttonClass({ kind: 'quiet', size: 'small' })} -mr-2.5`}
        >
          查看火警
        </Link>
      }
    />
  )
}

const gaugeCounts = (of: WaterCounts): StateCounts => [
  of.normalDeviceNumber,
  of.pressureTooLowNumber ?? 0,
  of.pressureTooHeightNumber ?? 0,
  of.offlineNumber,
]
const levelCounts = (of: WaterCounts): StateCounts => [
  of.normalDeviceNumber,
  of.waterTooLowNumber ?? 0,
  of.waterTooHeightNumber ?? 0,
  of.offlineNumber,
]
const pumpCounts = (of: WaterCounts): StateCounts => [
  of.normalDeviceNumber,
  of.manualDeviceNumber ?? 0,
  of.notPoweredOnDeviceNumber ?? 0,
  of.offlineNumber,
]

/** Keys are the documents' types. */
const HYDRANT = {
  1: { label: '管网压力', words: gaugeStatus, countsOf: gaugeCounts },
  2: { label: '水箱液位', words: levelStatus, countsOf: levelCounts },
  3: { label: '消防泵状态', words: pumpStatus, countsOf: pumpCounts },
} as const
const SPRINKLER = {
  1: { label: '管网压力', words: gaugeStatus, countsOf: gaugeCounts },
  2: { label: '喷淋泵状态', words: pumpStatus, countsOf: pumpCounts },
} as const

export function HydrantCard({ buildingId }: OfBuilding) {
  const [type, setType] = useState<1 | 2 | 3>(1)
  const { words, countsOf } = HYDRANT[type]
  const first = useQuery({ ...partsOf(buildingId).hydrant, enabled: type === 1 })
  const other = useQuery({ ...dashboardQuery.hydrant({ ...scopeOf(buildingId), type }), enabled: type !== 1 })
  return (
    <StatusCard
      title="消防给水及消火栓系统"
      card="hydrant"
      type={type}
      tabs={
        <Segmented
          label="消火栓系统设备"
          options={([1, 2, 3] as const).map((value) => ({ value, label: HYDRANT[value].label }))}
          value={type}
          onChange={setType}
        />
      }
      words={words}
      figures={type === 1 ? first : other}
      countsOf={countsOf}
      scope={scopeOf(buildingId)}
    />
  )
}

export function SprinklerCard({ buildingId }: OfBuilding) {
  const [type, setType] = useState<1 | 2>(1)
  const { words, countsOf } = SPRINKLER[type]
  const first = useQuery({ ...partsOf(buildingId).sprinkler, enabled: type === 1 })
  const other = useQuery({ ...dashboardQuery.sprinkler({ ...scopeOf(buildingId), type }), enabled: type !== 1 })
  return (
    <StatusCard
      title="自动喷水灭火系统"
      card="sprinkler"
      type={type}
      tabs={
        <Segmented
          label="喷淋系统设备"
          options={([1, 2] as const).map((value) => ({ value, label: SPRINKLER[value].label }))}
          value={type}
          onChange={setType}
        />
      }
      words={words}
      figures={type === 1 ? first : other}
      countsOf={countsOf}
      scope={scopeOf(buildingId)}
    />
  )
}
