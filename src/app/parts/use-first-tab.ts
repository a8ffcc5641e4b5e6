import { useQuery } from '@tanstack/react-query'
import { alarmQuery } from '#app/data/alarm.ts'
import { useMay } from '#app/session/use-may.ts'
import { firstTab } from './first-tab.ts'

export function useFirstTab() {
  const { data } = useQuery({ ...alarmQuery.open(), enabled: useMay('duty') })
  return (buildingId: string) => firstTab(data?.list.filter((of) => of.buildingId === buildingId).length)
}
