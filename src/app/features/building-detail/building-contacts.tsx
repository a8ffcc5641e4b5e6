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
      title="联系谁"
      isWide={isWide}
      of={[
        { role: manager, name: building.safeManagerName, phone: building.safeManagerPhone },
        {
          role: ['服务商', building.iotIsv?.linkMan].filter(Boolean).join(' '),
          name: building.iotIsv?.name ?? building.isvName,
          phone: building.iotIsv?.linkManPhone,
        },
      ]}
    />
  )
}
