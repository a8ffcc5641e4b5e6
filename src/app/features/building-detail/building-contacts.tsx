import type { BuildingDetail } from '#contract/building-detail.ts'
import { Contacts } from '#app/parts/alarm/alarm-contacts.tsx'

interface BuildingContactsProps {
  readonly building: Pick<BuildingDetail, 'safeManagerName' | 'safeManagerPhone' | 'iotIsv' | 'isvName'>
  readonly manager: string
  readonly isWide?: boolean
}

export function BuildingContacts({ building, manager, isWide = false }: BuildingContactsProps) {
  return (
    <Contacts
      isWide={isWide}
      of={[
        { role: manager, name: building.safeManagerName, phone: building.safeManagerPhone },
        {
          role: '服务商',
          name: building.iotIsv?.linkMan,
          firm: building.iotIsv?.name ?? building.isvName,
          phone: building.iotIsv?.linkManPhone,
        },
      ]}
    />
  )
}
