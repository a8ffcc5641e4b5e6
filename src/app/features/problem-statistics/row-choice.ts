import type { StatisticsSearch } from './statistics-search.ts'

export const fireKey = (alarmId: string): string => `fire-${alarmId}`

export function choiceOf(key: string | undefined): Pick<StatisticsSearch, 'id' | 'fire'> {
  const fire = key?.startsWith('fire-') ? key.slice(5) : undefined
  return { id: fire ? undefined : key, fire }
}
