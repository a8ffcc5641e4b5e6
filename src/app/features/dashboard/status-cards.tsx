import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { alarmStatus } from '#contract/dict/alarm-status.ts'
import type { Dict } from '#contract/dict/define-dict.ts'
import { gaugeStatus } from '#contract/dict/gauge-status.ts'
import { levelStatus } from '#contract/dict/level-status.ts'
import { pumpStatus } from '#contract/dict/pump-status.ts'
import type { WaterCounts } from '#contract/equipment.ts'
import type { dashboard } from '#contract/dashboard.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { EquipmentScope } from '#app/data/dashboard.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { partsOf, scopeOf } from './dashboard-queries.ts'
import { abnormalOf, type StateCounts, StatusCard, type StatusCardProps } from './status-card.tsx'

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

interface WaterTab {
  readonly label: string
  readonly words: Dict
  readonly countsOf: (of: WaterCounts) => StateCounts
  readonly figures: UseQueryResult<WaterCounts>
}

export function HydrantCard({ buildingId }: OfBuilding) {
  const { hydrant, tanks, pumps } = partsOf(buildingId)
  return (
    <WaterCard
      title="消防给水及消火栓系统"
      card="hydrant"
      scope={scopeOf(buildingId)}
      tabs={[
        { label: '管网压力', words: gaugeStatus, countsOf: gaugeCounts, figures: useQuery(hydrant) },
        { label: '水箱液位', words: levelStatus, countsOf: levelCounts, figures: useQuery(tanks) },
        { label: '消防泵', words: pumpStatus, countsOf: pumpCounts, figures: useQuery(pumps) },
      ]}
    />
  )
}

export function SprinklerCard({ buildingId }: OfBuilding) {
  const { sprinkler, sprayPumps } = partsOf(buildingId)
  return (
    <WaterCard
      title="自动喷水灭火系统"
      card="sprinkler"
      scope={scopeOf(buildingId)}
      tabs={[
        { label: '管网压力', words: gaugeStatus, countsOf: gaugeCounts, figures: useQuery(sprinkler) },
        { label: '喷淋泵', words: pumpStatus, countsOf: pumpCounts, figures: useQuery(sprayPumps) },
      ]}
    />
  )
}

interface WaterCardProps extends Pick<StatusCardProps<WaterCounts>, 'title' | 'card' | 'scope'> {
  /** In the documents' order. */
  readonly tabs: readonly [WaterTab, ...WaterTab[]]
}

function WaterCard({ tabs, ...card }: WaterCardProps) {
  const [type, setType] = useState(1)
  const { words, countsOf, figures } = tabs[type - 1] ?? tabs[0]
  return (
    <StatusCard
      {...card}
      type={type}
      tabs={
        <Segmented
          label={card.title}
          options={tabs.map((tab, at) => ({ value: at + 1, label: <TabWords {...tab} /> }))}
          value={type}
          onChange={setType}
        />
      }
      words={words}
      figures={figures}
      countsOf={countsOf}
    />
  )
}

function TabWords({ label, countsOf, figures: { data } }: WaterTab) {
  const count = data ? abnormalOf(countsOf(data)) : 0
  return (
    <>
      {label}
      {count > 0 && <b className="tab-count"> {count}</b>}
    </>
  )
}
