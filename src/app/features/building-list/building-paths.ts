import { UNRESOLVED_TODOS } from '#app/lib/unresolved-todos.ts'

export const detailPath = (id: string) => `/buildDetail/${encodeURIComponent(id)}/1/baseInfo`
export const todoPath = (id: string) => `/buildDetail/${encodeURIComponent(id)}/1/todoInfo#${UNRESOLVED_TODOS}`
export const resubmitPath = (id: string) => `/editBuilding/${encodeURIComponent(id)}?fnc=add`
