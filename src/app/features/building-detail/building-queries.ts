import type { QueryClient } from '@tanstack/react-query'
import { POINT_PAGE_SIZES } from '#contract/point.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import { readAhead } from '#app/data/query-of.ts'
import { tenancyQuery } from '#app/data/tenancy.ts'
import { readOpenAlarms } from '#app/parts/open-alarms.tsx'

export const TABS = [
  { value: 'stateInfo', label: '实时状态', short: '状态' },
  { value: 'todoInfo', label: '问题', short: '问题' },
  { value: 'iotInfo', label: '物联网数据', short: '物联网' },
  { value: 'pointInfo', label: '点位管理', short: '点位' },
  { value: 'planInfo', label: '平面图', short: '平面图' },
  { value: 'scoreInfo', label: '安全评分', short: '评分' },
  { value: 'baseInfo', label: '基本信息', short: '信息' },
] as const
export type Tab = (typeof TABS)[number]['value']

export function tabOf(name: string): Tab {
  return TABS.find(({ value }) => value === name)?.value ?? 'baseInfo'
}

export const TENANT_PAGE = 10
export interface PointPage {
  readonly currentPage: number
  readonly pageSize: number
  readonly search: string
  readonly deviceType: string
  /** 1 online, 0 offline. */
  readonly connectStatus: '' | 0 | 1
}
export const FIRST_POINTS: PointPage = {
  currentPage: 1,
  pageSize: POINT_PAGE_SIZES[0],
  search: '',
  deviceType: '',
  connectStatus: '',
}

export const tenantPage = (buildingId: string, currentPage: number) =>
  tenancyQuery.list({ buildingId, currentPage, pageSize: TENANT_PAGE })

/** While its code loads. */
export function readBuildingAhead(client: QueryClient, buildingId: string): void {
  readOpenAlarms(client, buildingId)
  readAhead(
    client,
    buildingDetailQuery.detail(buildingId),
    buildingDetailQuery.info(buildingId),
    tenantPage(buildingId, 1),
    dictionaryQuery.tree(),
    dictionaryQuery.list('BUILDING_STRUCTURE_TYPE'),
    dictionaryQuery.list('BUILDING_USE_NATURE'),
    dictionaryQuery.byType('6'),
  )
}

export function readTenantAhead(client: QueryClient, buildingId: string, lawCompanyId: string): void {
  readOpenAlarms(client, buildingId)
  readAhead(client, tenancyQuery.detail({ buildingId, lawCompanyId }), buildingDetailQuery.detail(buildingId))
}
