import type { ShelfRow } from '#contract/shelf.ts'

export const shelfScope = ({
  systemName,
  deviceId,
  deviceName,
  deviceNo,
}: Pick<ShelfRow, 'systemName' | 'deviceId' | 'deviceName' | 'deviceNo'>): string => {
  if (deviceId !== null) return [deviceName, deviceNo].filter(Boolean).join(' ') || '已删除的点位'
  return systemName ?? '整栋建筑'
}
