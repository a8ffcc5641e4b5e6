import { chartedOf, MAIN_FIGURES } from '#contract/measure-words.ts'
import { type MeasuredRow, MOST_MEASURED, type SystemFires, TREND_HOURS } from '#contract/point.ts'
import type { TimelyData } from '#contract/record.ts'
import { toWireTime } from '#contract/time.ts'
import { firesBySystem } from '../evaluation/alarm-of.store.ts'
import { GAUGE_LIMITS, normalRange, PUMP_APIS } from '../evaluation/gauge-limits.ts'
import { limitStatusOf } from '../evaluation/limit-status.ts'
import { measuredConditions } from '../evaluation/reading.rules.ts'
import type { Db } from '../platform/db/open-db.ts'
import { listMeasured, readTrends } from './curve.store.ts'
import { systemName } from './present-point.ts'

const HOUR = 3_600_000
const CAUSES = [...Object.keys(GAUGE_LIMITS).map(Number), ...PUMP_APIS].flatMap(measuredConditions)
const FIGURES: ReadonlySet<string> = new Set(MAIN_FIGURES)

const wire = (at: number | null) => (at === null ? null : toWireTime(new Date(at)))

export async function measuredPoints(
  db: Db,
  { buildingId, ids, now }: { buildingId: number; ids: readonly number[] | undefined; now: Date },
): Promise<{ list: MeasuredRow[]; total: number; fires: SystemFires[] }> {
  const filter = { buildingId, ids, figures: MAIN_FIGURES, apiIds: [...PUMP_APIS], causes: [...new Set(CAUSES)] }
  const { rows, total } = await listMeasured(db, filter, MOST_MEASURED)
  const found = rows.map((row) => ({ row, figure: mainFigure(row.apiId, row.latest as TimelyData) }))
  const charted = found.flatMap(({ row, figure }) => (figure === null ? [] : [{ pointId: row.id, figure }]))
  const to = new Date(Math.ceil(now.getTime() / HOUR) * HOUR)
  const span = { from: new Date(to.getTime() - TREND_HOURS * HOUR), to }
  const trends = charted.length === 0 ? new Map<number, (number | null)[]>() : await readTrends(db, charted, span)
  const list = found.map(({ row, figure }) => {
    const value = figure === null ? undefined : row.latest[figure]
    return {
      deviceId: String(row.id),
      deviceNo: row.deviceNo,
      deviceName: row.deviceName,
      floor: row.floor,
      zone: row.zone,
      descript: row.descript,
      systemId: String(row.systemId),
      systemName: systemName(row.systemId),
      apiId: String(row.apiId),
      connectStatus: row.online ? 1 : 0,
      reportTime: wire(row.latestAt),
      figure,
      value: typeof value === 'number' ? value : null,
      ...normalRange(row.apiId, row.height, figure),
      limitStatus: limitStatusOf(row, { at: row.latestAt ?? now.getTime(), measures: row.latest }),
      since: wire(row.since),
      timelyData: row.latest as TimelyData,
      trend: trends.get(row.id) ?? [],
    }
  })
  return { list, total, fires: ids ? [] : await firesBySystem(db, buildingId) }
}

function mainFigure(apiId: number, latest: TimelyData): string | null {
  const first = GAUGE_LIMITS[apiId]?.measure
  if (first && typeof latest[first] === 'number') return first
  return chartedOf(apiId, latest).find((name) => FIGURES.has(name)) ?? null
}
