import { useQuery } from '@tanstack/react-query'
import { alarmQuery } from '#app/data/alarm.ts'
import { problemQuery } from '#app/data/problem.ts'
import { useMay } from '#app/session/use-may.ts'
import type { Aged } from '../alarm/alarm-age.tsx'
import { latestOf } from '../alarm/alarm-device.ts'
import { byFire, repeatedFire } from './fire-order.ts'

interface Point {
  readonly id: string
  readonly state?: string | undefined
  readonly alarmId?: string | null | undefined
  readonly floor?: string | null | undefined
}

const NAMED_DEVICES = 2

const fireOf = (of: Point) => (of.state === 'alarm' ? { ...of, deviceId: of.id } : undefined)

export function useFireLeads(buildingId: string) {
  const isAsked = useMay('duty') && buildingId !== ''
  const { data, isLoading } = useQuery({ ...alarmQuery.openOf(buildingId), enabled: isAsked })
  const open = data?.list ?? []
  const problems = useQuery({
    ...problemQuery.list({ buildingId, questionStatus: 0, currentPage: 1 }),
    enabled: useMay('unit') && open.some(({ points }) => points > NAMED_DEVICES),
  })
  return {
    isLoading,
    ofDevice({ id, alarmId }: Point): Aged | undefined {
      const fire = open.find((one) => one.id === alarmId)
      if (!fire) return undefined
      const own =
        [fire, latestOf(fire)].find(({ deviceId }) => deviceId === id)?.alarmTime ??
        problems.data?.list.find(({ kind, deviceId }) => kind === 'fire' && deviceId === id)?.happenTime
      return own === undefined ? undefined : { alarmTime: own, verdict: fire.verdict }
    },
    fire: (alarmId: string | null | undefined) => open.find(({ id }) => id === alarmId),
    sorted: <Row extends Point>(points: readonly Row[]) => byFire(points, open, fireOf),
    repeats(point: Point, points: readonly Point[]): string | undefined {
      const fires = points.flatMap((one) => fireOf(one) ?? [])
      const fire = fires.find(({ id }) => id === point.id)
      return fire && repeatedFire(fire, fires, open)
    },
  }
}
