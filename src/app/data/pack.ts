import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { buildingDetail } from '#contract/building-detail.ts'
import { packAsk, recordsPart } from '#contract/pack.ts'
import { point, POINT_PAGE_SIZES, type PointRow } from '#contract/point.ts'
import { type ItemGroup, RECORD_PAGE_SIZE, CURSOR_LIMIT } from '#contract/record.ts'
import { score } from '#contract/score.ts'
import { isTaken, packs } from '#app/offline/packs/pack-state.ts'
import type { PackContent } from '#app/offline/packs/pack-store.ts'
import { within } from '#app/offline/within.ts'
import { currentSession } from '#app/session/session.ts'
import { buildingDetailQuery } from './building-detail.ts'
import { problemQuery } from './problem.ts'
import { queryOf } from './query-of.ts'
import { type ListType, recordQuery } from './record.ts'
import { tenancyQuery } from './tenancy.ts'

/** A database that hangs must not keep a page from opening. */
const SEED_MS = 1500

/** A damaged part counts as absent; the others are shown. */
function parsed(content: PackContent | undefined): unknown {
  try {
    return typeof content === 'string' ? JSON.parse(content) : undefined
  } catch {
    return undefined
  }
}

/** Whose to-dos a building's page asks for: the authority is not limited to one unit's. Source: document 2, section 2. */
export function todosOwner(): string {
  const user = currentSession()?.user
  return user?.role === 'government' ? '' : (user?.lawCompanyId ?? '')
}

function recordsKey(item: ItemGroup['apiTypeVOS'][number], buildingId: string): QueryKey {
  const span = { startTime: 'usual', endTime: 'usual' }
  const { apiId, apiType } = item
  const isList = apiType !== null && apiType >= 1 && apiType <= 5
  const page = { apiId, relationId: buildingId, ...span, currentPage: 1, pageSize: RECORD_PAGE_SIZE, search: '', state: '' }
  if (isList) return recordQuery.list(apiType as ListType, page, true).queryKey
  const place = { limit: CURSOR_LIMIT, rowKey: '', reversed: false }
  return recordQuery.series({ apiId, buildingId, relationId: buildingId, ...span, ...place }, true).queryKey
}

/** Each answer of a pack with the key its screen asks under, and the part it came with. */
function answersOf(buildingId: string, contents: ReadonlyMap<string, PackContent>) {
  const entries: (readonly [part: string, key: QueryKey, answer: unknown])[] = []
  const put = (part: string, key: QueryKey, answer = parsed(contents.get(part))) => {
    if (answer !== undefined) entries.push([part, key, answer])
  }
  put('detail', queryOf(buildingDetail.detail, { buildingId }).queryKey)
  put('info', buildingDetailQuery.info(buildingId).queryKey)
  put('tenants', tenancyQuery.list(packAsk.tenants(buildingId)).queryKey)
  put('must', recordQuery.must(buildingId).queryKey)
  put('checks-ok', queryOf(score.checks, { buildingId, state: 'ok' }).queryKey)
  put('checks-fail', queryOf(score.checks, { buildingId, state: 'fail' }).queryKey)
  put('todos', problemQuery.facilityList(packAsk.todos(buildingId, todosOwner())).queryKey)

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

async function seed(client: QueryClient, buildingId: string): Promise<void> {
  const { readPack, readPacks } = await import('#app/offline/packs/account-packs.ts')
  // With the pack its head: the page says from the first that the building was taken along.
  const [taken] = await Promise.all([readPack(buildingId), packs.read() === null && readPacks().catch(() => undefined)])
  if (!taken) return
  const times = new Map(taken.head.parts.map(({ name, at }) => [name, at]))
  for (const [part, key, answer] of answersOf(buildingId, taken.contents)) {
    const updatedAt = times.get(part) ?? 0
    const seen = client.getQueryState(key)
    if (!seen || seen.data === undefined || seen.dataUpdatedAt < updatedAt) client.setQueryData(key, answer, { updatedAt })
  }
}

/**
 * Lays what was taken along of a building under the keys its pages read, with the time it came, wherever nothing newer
 * is known; at once where the building was not taken along. Never rejects.
 */
export async function readTaken(client: QueryClient, buildingId: string): Promise<void> {
  if (isTaken(buildingId)) await within(SEED_MS, seed(client, buildingId))
}

/** The building's report as it was taken along; null where it was not. */
export async function takenReport(buildingId: string): Promise<Blob | null> {
  if (!isTaken(buildingId)) return null
  const { readPack } = await import('#app/offline/packs/account-packs.ts')
  const report = (await readPack(buildingId))?.contents.get('report')
  return report === undefined || typeof report === 'string' ? null : new Blob([report], { type: 'application/pdf' })
}
