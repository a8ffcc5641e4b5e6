import type { SQL } from 'drizzle-orm'
import { connectStatus } from '#contract/dict/connect-status.ts'
import type { Session } from '../platform/session.ts'
import { exportSheet } from '../platform/export-sheet.ts'
import type { Context } from '../platform/implement.ts'
import { typeNames } from '../devices/present-point.ts'
import { eachDrillDownPoint } from './drill-down.store.ts'
import { pointsFilter, type PointsNarrowing } from './drill-down.ts'

const COLUMNS = [
  { title: '序号', width: 8, kind: 'number' },
  { title: '建筑名称', width: 36 },
  { title: '设备编号', width: 22, kind: 'text' },
  { title: '设备名称', width: 32 },
  { title: '消防系统', width: 24 },
  { title: '监测项', width: 24 },
  { title: '设备类型', width: 24 },
  { title: '楼层', width: 12, kind: 'text' },
  { title: '部位', width: 16, kind: 'text' },
  { title: '在线状态', width: 12 },
  { title: '最近上报时间', width: 20, kind: 'time' },
] as const

export function exportDrillDown(
  ctx: Context<Session>,
  buildings: SQL,
  input: PointsNarrowing,
  place: string | null,
): Promise<string> {
  const state = input.connectStatus === undefined ? '' : connectStatus.label(input.connectStatus)
  const rows = eachDrillDownPoint(ctx.db, buildings, pointsFilter(input))
  return exportSheet(
    ctx,
    { title: '设备点位', of: [place, state], columns: COLUMNS },
    rows,
    ({ point, buildingName }, index) => [
      index,
      buildingName,
      point.deviceNo,
      point.deviceName,
      ...typeNames(point),
      point.floor,
      point.zone,
      connectStatus.label(point.online ? 1 : 0),
      point.reportedAt,
    ],
  )
}
