import { createHash } from 'node:crypto'
import { REPORT_REFUSAL } from '#contract/building-detail.rules.ts'
import { type BuildingDetail, buildingDetail } from '#contract/building-detail.ts'
import { BUNDLE_POINTS, bundleInput, floorPart, picturePart, recordsPart } from '#contract/bundle.ts'
import { floorPlan } from '#contract/floor-plan.ts'
import { point } from '#contract/point.ts'
import { problem } from '#contract/problem.ts'
import { type Item, record, RECORD_PAGE_SIZE } from '#contract/record.ts'
import { score } from '#contract/score.ts'
import { tenancy } from '#contract/tenancy.ts'
import { shanghaiDay } from '#contract/time.ts'
import { redact } from '#contract/redact.ts'
import type { Session } from '../platform/session.ts'
import type { Context } from '../platform/implement.ts'

const MOST_ROWS = 100

export interface Part {
  readonly name: string
  readonly label: string
  read(): Promise<unknown>
  readonly note?: string
}

export interface MadePart {
  readonly json: string | null
  readonly digest: string | null
  readonly note: string | null
}

export const partDigest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 20)

const LISTS = { 1: record.fires, 2: record.faults, 3: record.shields, 4: record.actions, 5: record.devices } as const

function readRecords({ ask, now }: Context<Session>, { apiId, apiType }: Item, buildingId: string) {
  const today = shanghaiDay(now)
  const page = { apiId, relationId: buildingId, currentPage: 1, pageSize: RECORD_PAGE_SIZE, search: '', state: '' }
  switch (apiType) {
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
      return ask(LISTS[apiType] as typeof record.fires, page)
    default:
      return ask(record.series, {
        apiId,
        buildingId,
        relationId: buildingId,
        startTime: `${today} 00:00:00`,
        endTime: `${today} 23:59:59`,
      })
  }
}

async function readPoints({ ask }: Context<Session>, { openProjectId }: BuildingDetail) {
  if (!openProjectId) return { list: [], total: 0 }
  const page = async (currentPage: number) => ask(point.list, { openProjectId, currentPage, pageSize: MOST_ROWS })
  const first = await page(1)
  const list = [...first.list]
  for (let at = 2; list.length < Math.min(first.total, BUNDLE_POINTS); at += 1) {
    const { list: rows } = await page(at)
    if (rows.length === 0) break
    list.push(...rows)
  }
  return { list, total: first.total }
}

/** For the same session. @throws AppError 404 */
export async function partsOf(ctx: Context<Session>, id: number): Promise<{ building: BuildingDetail; parts: Part[] }> {
  const { ask, session } = ctx
  const buildingId = String(id)
  const building = await ask(buildingDetail.detail, { buildingId })
  const systems = await ask(record.must, { buildingId })
  const lawCompanyId = session.actor.role === 'government' ? '' : String(session.unitId ?? '')
  const total = building.openProjectId
    ? (await ask(point.list, { openProjectId: building.openProjectId, pageSize: 1 })).total
    : 0
  const { floors } = await ask(floorPlan.list, { buildingId })
  const plans = floors.flatMap(({ floor, plan }) => (plan ? [{ floor, id: plan.id }] : []))
  const items = systems.flatMap(({ systemName, apiTypeVOS }) =>
    apiTypeVOS.filter(({ pointNum }) => pointNum > 0).map((item) => ({ item, systemName })),
  )
  const parts: Part[] = [
    { name: 'detail', label: '建筑概要', read: async () => building },
    { name: 'info', label: '建筑信息', read: () => ask(buildingDetail.info, { buildingId }) },
    { name: 'tenants', label: '入驻单位', read: () => ask(tenancy.list, bundleInput.tenants(buildingId)) },
    { name: 'must', label: '消防系统', read: async () => systems },
    { name: 'measured', label: '测点', read: () => ask(point.measured, { buildingId }) },
    { name: 'trend', label: '评分曲线', read: () => ask(score.buildingTrend, { buildingId }) },
    { name: 'checks-fail', label: '评分扣分项', read: () => ask(score.checks, { buildingId, state: 'fail' }) },
    { name: 'checks-ok', label: '评分达标项', read: () => ask(score.checks, { buildingId, state: 'ok' }) },
    {
      name: 'todos',
      label: '问题',
      read: () => ask(problem.facilityList, bundleInput.todos(buildingId, lawCompanyId)),
    },
    {
      name: 'points',
      label: '点位',
      read: () => readPoints(ctx, building),
      ...(total > BUNDLE_POINTS && { note: `共 ${total} 个点位，已下载前 ${BUNDLE_POINTS} 个` }),
    },
    { name: 'plans', label: '楼层', read: async () => ({ floors }) },
    ...plans.flatMap(({ floor, id: planId }) => [
      { name: floorPart(planId), label: `${floor}点位`, read: () => ask(floorPlan.floor, { buildingId, floor }) },
      { name: picturePart(planId), label: `${floor}平面图`, read: () => ask(floorPlan.picture, { id: planId }) },
    ]),
    ...items.map(({ item, systemName }) => ({
      name: recordsPart(item.apiId),
      label: `${systemName} · ${item.apiName}`,
      read: () => readRecords(ctx, item, buildingId),
    })),
  ]
  return { building, parts }
}

/** Removed from bundles: the building's key, phone numbers. */
const WITHHELD = ['appKey', 'safeManagerPhone', 'iotIsv.linkManPhone', 'list.handlePhone']

/** Other parts are still built. */
export async function makePart({ read, note = '' }: Part, onFailure: (error: unknown) => void): Promise<MadePart> {
  try {
    const json = JSON.stringify(redact(await read(), WITHHELD))
    return { json, digest: partDigest(json + note), note: note || null }
  } catch (error) {
    onFailure(error)
    return { json: null, digest: null, note: '暂时不能取得，请稍后更新' }
  }
}

/** The client downloads the report itself. */
export function reportPart({ totalStatus }: BuildingDetail, told: readonly string[]) {
  const name = { name: 'report', label: '接入报告', bytes: 0 }
  return totalStatus === 0
    ? { ...name, digest: partDigest(told.join()), note: null }
    : { ...name, digest: null, note: REPORT_REFUSAL }
}
