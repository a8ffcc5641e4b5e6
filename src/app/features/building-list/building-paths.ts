export const detailPath = (id: string) => `/buildDetail/${encodeURIComponent(id)}/1/baseInfo`
export const todoPath = (id: string) => `/buildDetail/${encodeURIComponent(id)}/1/todoInfo`
export const resubmitPath = (id: string) => `/editBuilding/${encodeURIComponent(id)}?fnc=add`
