import type { QueryClient } from '@tanstack/react-query'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { readAhead } from '#app/data/query-of.ts'
import { recordQuery } from '#app/data/record.ts'
import { readOpenAlarms } from '#app/parts/open-alarms.tsx'

export function readRecordsAhead(client: QueryClient, buildingId: string): void {
  readOpenAlarms(client, buildingId)
  readAhead(client, buildingDetailQuery.detail(buildingId), recordQuery.must(buildingId))
}

export const loadIotTab = () => import('./iot-data-tab.tsx')

export function readIotTabAhead(client: QueryClient, buildingId: string): void {
  readRecordsAhead(client, buildingId)
  void loadIotTab().catch(() => undefined)
}
