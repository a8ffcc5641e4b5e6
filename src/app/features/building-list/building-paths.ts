/** Pages of one building, as the documents address them. */
export const detailPath = (id: string) => `/buildDetail/${encodeURIComponent(id)}/1/baseInfo`
export const resubmitPath = (id: string) => `/editBuilding/${encodeURIComponent(id)}?fnc=add`
