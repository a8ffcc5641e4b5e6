import type { SQL } from 'drizzle-orm'
import type { Session } from '../platform/session.ts'
import { exportSheet } from '../platform/export-sheet.ts'
import type { Context } from '../platform/implement.ts'
import type { EquipmentKind } from './equipment-kinds.store.ts'
import { deviceTypeName } from '../devices/present-point.ts'
import { ABNORMAL, eachEquipment, type EquipmentState } from './equipment.store.ts'

const COLUMNS = [
  { title: '序号', width: 8, kind: 'number' },
  { title: '建筑名称', width: 36 },
  { title: '设备编号', width: 22 },
  { title: '设备名称', width: 32 },
  { title: '设备类型', width: 24 },
  { title: '楼层', width: 12 },
  { title: '部位', width: 16 },
  { title: '状态', width: 12 },
  { title: '异常开始时间', width: 20, kind: 'time' },
  { title: '最近上报时间', width: 20, kind: 'time' },
] as const

export async function exportEquipment(
  ctx: Context<Session>,
  buildings: SQL,
  kind: EquipmentKind,
  { status, place }: { readonly status: EquipmentState | undefined; readonly place: string | null },
): Promise<string> {
  const state = status === ABNORMAL ? '异常' : status === undefined ? '' : kind.words.label(status)
  const rows = eachEquipment(ctx.db, buildings, kind, status)
  return exportSheet(
    ctx,
    { title: kind.title, of: [place, state], columns: COLUMNS },
    rows,
    ({ point, buildingName, state, since }, index) => [
      index,
      buildingName,
      point.deviceNo,
      point.deviceName,
      deviceTypeName(point.deviceType),
      point.floor,
      point.zone,
      kind.words.label(state),
      state === 0 ? null : since,
      point.reportedAt,
    ],
  )
}
