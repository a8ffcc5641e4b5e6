import { useQuery } from '@tanstack/react-query'
import { alarmQuery } from '#app/data/alarm.ts'
import { useNoteFires } from '#app/parts/alarm/use-note-fires.ts'
import { useMay } from '#app/session/use-may.ts'

export function useOpenFires() {
  const open = useQuery({ ...alarmQuery.open(), enabled: useMay('duty') })
  useNoteFires(open.data)
  return open
}
