import { alarmProgress } from '#contract/dict/alarm-progress.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import type { StatisticsRow } from '#contract/alarm-statistics.ts'
import { fromWireTime } from '#contract/time.ts'
import { exportSheet } from '../platform/export-sheet.ts'
import type { Context } from '../platform/implement.ts'
import type { Session } from '../platform/session.ts'
import type { Ranked } from './alarm-statistics.store.ts'

const ALARM_COLUMNS = [
  { title: '建筑名称', width: 36 },
  { title: '类型', width: 16 },
  { title: '设备名称', width: 24 },
  { title: '设备编号', width: 20 },
  { title: '部位', width: 28 },
  { title: '报警时间', width: 20, kind: 'time' },
  { title: '平台收到时间', width: 20, kind: 'time' },
  { title: '通知次数', width: 10, kind: 'number' },
  { title: '状态', width: 10 },
  { title: '响应人', width: 14 },
  { title: '响应用时（秒）', width: 14, kind: 'number' },
  { title: '确认结果', width: 12 },
  { title: '误报原因', width: 14 },
  { title: '确认人', width: 14 },
  { title: '确认用时（秒）', width: 14, kind: 'number' },
  { title: '说明', width: 36 },
] as const

type ExportedAlarm = Omit<StatisticsRow, 'wave'> & { readonly wave?: number | undefined }

export function exportStatistics(
  ctx: Context<Session>,
  alarms: AsyncIterable<ExportedAlarm>,
  of: readonly (string | null)[],
): Promise<string> {
  return exportSheet(ctx, { title: '火警统计', of, columns: ALARM_COLUMNS }, alarms, (row) => [
    row.buildingName ?? row.source ?? '未知来源',
    row.kind === 'fire' ? '火警' : '电气火灾报警',
    row.deviceName,
    row.deviceNo,
    [row.floor, row.zone, row.descript].filter(Boolean).join(' ') || row.detail,
    fromWireTime(row.alarmTime),
    fromWireTime(row.receiveTime),
    row.wave ?? 0,
    alarmProgress.label(row.state),
    row.ackBy,
    row.ackSeconds,
    row.verdict === null ? null : fireHandling.label(row.verdict),
    row.cause,
    row.judgeBy,
    row.judgeSeconds,
    row.note,
  ])
}

const RANKING_COLUMNS = [
  { title: '建筑名称', width: 36 },
  { title: '设备名称', width: 24 },
  { title: '设备编号', width: 20 },
  { title: '部位或地址', width: 36 },
  { title: '误报', width: 10, kind: 'number' },
  { title: '火警', width: 10, kind: 'number' },
] as const

export function exportRanking(
  ctx: Context<Session>,
  by: 'building' | 'device',
  ranked: readonly Ranked[],
  of: readonly (string | null)[],
): Promise<string> {
  return exportSheet(
    ctx,
    { title: by === 'device' ? '设备误报排行' : '建筑误报排行', of, columns: RANKING_COLUMNS },
    ranked,
    (row) => [row.buildingName, by === 'device' ? row.name : null, row.deviceNo, row.place, row.falseNum, row.totalNum],
  )
}
