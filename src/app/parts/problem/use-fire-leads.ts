import { useQuery } from '@tanstack/react-query'
import { alarmQuery } from '#app/data/alarm.ts'
import { useMay } from '#app/session/use-may.ts'
import { byFire, repeatedFire } from './fire-order.ts'

interface Point {
  readonly id: string
  readonly state?: string | undefined
  readonly alarmId?: string | null | undefined
  readonly floor?: string | null | undefined
}

const fireOf = (of: Point) => (of.state === 'alarm' ? { ...of, deviceId: of.id } : undefined)

export function useFireLeads(buildingId: string) {
  const isAsked = useMay('duty') && buildingId !== ''
  const { data, isLoading } = useQuery({ ...alarmQuery.openOf(buildingId), enabled: isAsked })
  const open = data?.list ?? []
  return {
    isLoading,
    fire: (alarmId: string | null | undefined) => open.find(({ id }) => id === alarmId),
    sorted: <Row extends Point>(points: readonly Row[]) => byFire(points, open, fireOf),
    repeats(point: Point, points: readonly Point[]): string | undefined {
      const fires = points.flatMap((one) => fireOf(one) ?? [])
      const fire = fires.find(({ id }) => id === point.id)
      return fire && repeatedFire(fire, fires, open)
    },
  }
}
