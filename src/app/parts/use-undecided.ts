import { useQuery } from '@tanstack/react-query'
import { alarmQuery } from '#app/data/alarm.ts'
import { useMay } from '#app/session/use-may.ts'

/** @returns whether an open fire awaits a verdict; true while unknown */
export function useUndecided(buildingId: string): (alarmId: string | null | undefined) => boolean {
  const isAsked = useMay('duty') && buildingId !== ''
  const { data } = useQuery({ ...alarmQuery.openOf(buildingId), enabled: isAsked })
  return (alarmId) => {
    const known = data?.list.find(({ id }) => id === alarmId)
    if (known) return known.verdict === null
    return isAsked && Boolean(alarmId) && (!data || data.list.length < data.total)
  }
}
