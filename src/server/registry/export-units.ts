import type { SQL } from 'drizzle-orm'
import { accountStatus } from '#contract/dict/account.ts'
import { buildingManager } from '#contract/dict/building-manager.ts'
import { supervisionWord } from '#contract/dict/supervision-category.ts'
import type { Session } from '../platform/session.ts'
import { districtName, streetName } from '../reference/regions.ts'
import { exportSheet } from '../platform/export-sheet.ts'
import type { Context } from '../platform/implement.ts'
import { eachManaged } from './managed-unit.store.ts'

const COLUMNS = [
  { title: '序号', width: 8, kind: 'number' },
  { title: '单位名称', width: 40 },
  { title: '监管类别', width: 12 },
  { title: '单位类型', width: 14 },
  { title: '场所类型', width: 24 },
  { title: '建筑管理单位', width: 14 },
  { title: '区', width: 12 },
  { title: '街道', width: 20 },
  { title: '详细地址', width: 44 },
  { title: '消防管辖机构', width: 26 },
  { title: '法定代表人', width: 14 },
  { title: '账号', width: 20 },
  { title: '账号状态', width: 10 },
] as const

export async function exportUnits(ctx: Context<Session>, where: SQL, county: string): Promise<string> {
  const of = [county && districtName(county.slice(0, 6))]
  const rows = eachManaged(ctx.db, where)
  return exportSheet(ctx, { title: '社会单位', of, columns: COLUMNS }, rows, (row, index) => [
    index,
    row.name,
    supervisionWord(row.type),
    row.unitType,
    row.placeType,
    buildingManager.label(row.isBuildingManager),
    districtName(row.county),
    streetName(row.streetNo),
    row.addressDetail,
    row.organName,
    row.legalName,
    row.account,
    row.account && accountStatus.label(row.accountStatus),
  ])
}
