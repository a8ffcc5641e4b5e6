import { firstTab } from '#app/parts/first-tab.ts'

export const detailPath = (id: string, fires?: number) => `/buildDetail/${encodeURIComponent(id)}/1/${firstTab(fires)}`
export const todoPath = (id: string) => `/buildDetail/${encodeURIComponent(id)}/1/todoInfo`
export const resubmitPath = (id: string) => `/editBuilding/${encodeURIComponent(id)}?fnc=add`
