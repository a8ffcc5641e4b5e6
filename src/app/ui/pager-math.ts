export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

export const rowsOfPage = <T>({ list, total }: { readonly list: readonly T[]; readonly total: number }) =>
  list.length > 0 || total === 0 ? list : undefined

/** NaN gives 1. */
export function clampPage(page: number, count: number): number {
  return Number.isFinite(page) ? Math.min(count, Math.max(1, Math.trunc(page))) : 1
}

export function rowNumber(page: number, pageSize: number, position: number): number {
  return (page - 1) * pageSize + position + 1
}

export function pageAfterResize(page: number, oldSize: number, newSize: number): number {
  return Math.floor(((page - 1) * oldSize) / newSize) + 1
}

/** Seven above seven pages: buttons keep their places. */
export function pagesShown(current: number, count: number): readonly (number | 'gap')[] {
  if (count <= 7) return Array.from({ length: count }, (_, at) => at + 1)
  if (current <= 4) return [1, 2, 3, 4, 5, 'gap', count]
  if (current >= count - 3) return [1, 'gap', count - 4, count - 3, count - 2, count - 1, count]
  return [1, 'gap', current - 1, current, current + 1, 'gap', count]
}
