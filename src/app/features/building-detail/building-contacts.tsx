import { useQuery } from '@tanstack/react-query'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { Contacts } from '#app/parts/alarm/alarm-contacts.tsx'

interface BuildingContactsProps {
  readonly building: Pick<BuildingDetail, 'buildingId' | 'safeManagerName' | 'safeManagerPhone' | 'iotIsv' | 'isvName'>
  readonly manager: string
  readonly isCard?: boolean | undefined
}

export function BuildingContacts({ building, manager, isCard }: BuildingContactsProps) {
  const { isFetching } = useQuery({ ...buildingDetailQuery.detail(building.buildingId), enabled: false })
  return (
    <Contacts
      isCard={isCard}
      isAwaited={isFetching}
      of={[
        { role: manager, name: building.safeManagerName, phone: building.safeManagerPhone },
        {
          role: '服务商',
          name: building.iotIsv?.linkMan,
          firm: building.iotIsv?.name ?? building.isvName,
          phone: building.iotIsv ? building.iotIsv.linkManPhone : null,
        },
      ]}
    />
  )
}
