import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { buildingDetail } from '#contract/building-detail.ts'
import { bundleInput, floorPart, picturePart, recordsPart } from '#contract/bundle.ts'
import type { FloorPlans } from '#contract/floor-plan.ts'
import { point, POINT_PAGE_SIZES, type PointRow } from '#contract/point.ts'
import { type ItemGroup, RECORD_PAGE_SIZE, CURSOR_LIMIT } from '#contract/record.ts'
import { score } from '#contract/score.ts'
import { bundles } from '#app/offline/bundles/bundle-state.ts'
import type { BundleContent } from '#app/offline/bundles/bundle-store.ts'
import { curveQuery } from './curve.ts'
import { buildingDetailQuery } from './building-detail.ts'
import { floorPlanQuery } from './floor-plan.ts'
import { problemQuery, todosOwner } from './problem.ts'
import { queryOf } from './query-of.ts'
import { type ListType, recordQuery } from './record.ts'
import { tenancyQuery } from './tenancy.ts'

/** A damaged part is skipped; the others are shown. */
function parsed(content: BundleContent | undefined): unknown {
  try {
    return typeof content === 'string' ? JSON.parse(content) : undefined
  } catch {
    return undefined
  }
}

function recordsKey(item: ItemGroup['apiTypeVOS'][number], buildingId: string): QueryKey {
  const span = { startTime: 'usual', endTime: 'usual' }
  const { apiId, apiType } = item
  const isList = apiType !== null && apiType >= 1 && apiType <= 5
  const page = {
    apiId,
    relationId: buildingId,
    ...span,
    currentPage: 1,
    pageSize: RECORD_PAGE_SIZE,
    search: '',
    state: '',
  }
  if (isList) return recordQuery.list(apiType as ListType, page, true).queryKey
  const place = { limit: CURSOR_LIMIT, rowKey: '', reversed: false }
  return recordQuery.series({ apiId, buildingId, relationId: buildingId, ...span, ...place }, true).queryKey
}

function answersOf(buildingId: string, contents: ReadonlyMap<string, BundleContent>) {
  const entries: (readonly [part: string, key: QueryKey, answer: unknown])[] = []
  const put = (part: string, key: QueryKey, answer = parsed(contents.get(part))) => {
    if (answer !== undefined) entries.push([part, key, answer])
  }
  put('detail', queryOf(buildingDetail.detail, { buildingId }).queryKey)
  put('info', buildingDetailQuery.info(buildingId).queryKey)
  put('tenants', tenancyQuery.list(bundleInput.tenants(buildingId)).queryKey)
  put('must', recordQuery.must(buildingId).queryKey)
  put('measured', curveQuery.measured(buildingId).queryKey)
  put('trend', curveQuery.score(buildingId).queryKey)
  put('checks-ok', queryOf(score.checks, { buildingId, state: 'ok' }).queryKey)
  put('checks-fail', queryOf(score.checks, { buildingId, state: 'fail' }).queryKey)
  put('todos', problemQuery.facilityList(bundleInput.todos(buildingId, todosOwner())).queryKey)

  put('plans', floorPlanQuery.list(buildingId).queryKey)
  for (const { floor, plan } of (parsed(contents.get('plans')) as FloorPlans | undefined)?.floors ?? []) {
    if (!plan) continue
    put(floorPart(plan.id), floorPlanQuery.floor(buildingId, floor).queryKey)
    put(picturePart(plan.id), floorPlanQuery.picture(plan).queryKey)
  }

  const systems = (parsed(contents.get('must')) ?? []) as ItemGroup[]
  for (const item of systems.flatMap(({ apiTypeVOS }) => apiTypeVOS))
    put(recordsPart(item.apiId), recordsKey(item, buildingId))

  const detail = parsed(contents.get('detail')) as { openProjectId?: string | null } | undefined
  const points = parsed(contents.get('points')) as { list: PointRow[]; total: number } | undefined
  if (detail?.openProjectId && points) {
    const { openProjectId } = detail
    const [pageSize] = POINT_PAGE_SIZES
    for (let page = 1; page === 1 || (page - 1) * pageSize < points.list.length; page += 1) {
      const asked = { openProjectId, currentPage: page, pageSize, search: '', deviceType: '', connectStatus: '' }
      const list = points.list.slice((page - 1) * pageSize, page * pageSize)
      put('points', [point.list.id, asked], { list, total: points.total })
    }
  }
  return entries
}

/** Unless newer data is cached. */
export async function seedBundle(client: QueryClient, buildingId: string): Promise<void> {
  const { readBundle, readBundles } = await import('#app/offline/bundles/account-bundles.ts')
  // The "saved offline" state from the first render.
  const [taken] = await Promise.all([
    readBundle(buildingId),
    bundles.read() === null && readBundles().catch(() => undefined),
  ])
  if (!taken) return
  const times = new Map(taken.head.parts.map(({ name, at }) => [name, at]))
  for (const [part, key, answer] of answersOf(buildingId, taken.contents)) {
    const updatedAt = times.get(part) ?? 0
    const seen = client.getQueryState(key)
    if (!seen || seen.data === undefined || seen.dataUpdatedAt < updatedAt)
      client.setQueryData(key, answer, { updatedAt })
  }
}
