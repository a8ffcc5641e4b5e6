import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { may } from '#contract/access.ts'
import { HITS, MOST_COUNTED, type SearchKind } from '#contract/search.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { searchQuery } from '#app/data/search.ts'
import { CallError } from '#app/lib/call.ts'
import { useConnection } from '#app/offline/connection.ts'
import { alarmPlace } from '#app/parts/alarm/alarm-device.ts'
import { useMenu } from '#app/parts/use-menu.ts'
import { useSaveOffline } from '#app/parts/use-save-offline.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import type { Hit, HitGroup, HitKind } from './hit.ts'
import { localHits } from './local-hits.ts'
import { alarmHit, buildingHit, pageHit, pointHit, providerHit, recentHit, unitHit } from './make-hits.tsx'
import { OTHER_PAGES } from './pages.ts'
import { readRecent } from './recent.ts'
import { hasWords, wordsOf } from './words.ts'

export type Kind = '' | SearchKind | 'page'

const LABELS: Readonly<Record<HitKind, string>> = {
  recent: '最近打开',
  alarm: '正在发生',
  building: '建筑',
  unit: '单位',
  point: '点位',
  provider: '服务商',
  page: '页面',
}

/** With other results. */
const FIRST_ALARMS = 3

function groupOf(kind: HitKind, hits: readonly Hit[], total = hits.length, most = hits.length): HitGroup {
  const shown = hits.slice(0, most)
  const count = total >= MOST_COUNTED ? `${MOST_COUNTED}+` : String(total)
  return { kind, label: LABELS[kind], hits: shown, total: total > shown.length ? count : '' }
}

/** Without a keyword the open alarms and what was opened last. */
export function useHitGroups(keyword: string, kind: Kind) {
  const client = useQueryClient()
  const actor = actorOf(useSession())
  const isOnline = useConnection() === 'online'
  const { heads } = useSaveOffline()
  const menu = useMenu()
  const words = wordsOf(keyword)
  const isAsking = words.length > 0 && kind !== 'page'
  const alarms = useQuery({ ...alarmQuery.open(), enabled: may('duty', actor) })
  const isCut = (alarms.data?.total ?? 0) > (alarms.data?.list.length ?? 0)
  const named = useQuery({
    ...alarmQuery.openNamed(keyword.trim()),
    enabled: isCut && words.length > 0 && kind === '' && isOnline,
  })
  const found = useQuery({
    ...searchQuery.all({ search: keyword.trim(), kind: kind === 'page' ? '' : kind }),
    enabled: isAsking && isOnline,
    placeholderData: keepPreviousData,
  })
  const isLocal = isAsking && (!isOnline || (found.error instanceof CallError && found.error.unanswered))

  const wants = (one: Kind) => kind === '' || kind === one
  const pages = [...menu, ...OTHER_PAGES.filter(({ access }) => may(access, actor))]
  const standing = (alarms.data?.list ?? []).filter((of) =>
    hasWords(words, of.buildingName, of.source, of.address, of.deviceName, of.deviceNo, alarmPlace(of)),
  )
  const allFires = alarms.data?.total ?? 0
  const all = words.length > 0 && isCut ? named.data : undefined
  const fires = groupOf(
    'alarm',
    (all?.list ?? standing).map(alarmHit),
    words.length > 0 ? (all?.total ?? standing.length) : allFires,
    words.length > 0 ? FIRST_ALARMS : HITS,
  )
  const groups: HitGroup[] =
    kind === '' ? [{ ...fires, total: isCut && words.length > 0 && !all ? `${standing.length}+` : fires.total }] : []
  if (words.length === 0) {
    if (kind === '') groups.push(groupOf('recent', readRecent().map(recentHit)))
  } else if (isLocal) {
    const local = localHits(client, heads ?? [], words)
    if (wants('building')) groups.push(groupOf('building', local.building))
    if (wants('unit')) groups.push(groupOf('unit', local.unit))
  } else if (isAsking && found.data) {
    const { building, unit, point, provider } = found.data
    groups.push(
      groupOf(
        'building',
        building.list.map((row) => buildingHit(row)),
        building.total,
      ),
      groupOf('unit', unit.list.map(unitHit), unit.total),
      groupOf('point', point.list.map(pointHit), point.total),
      groupOf('provider', provider.list.map(providerHit), provider.total),
    )
  }
  if (wants('page') && (words.length > 0 || kind === 'page'))
    groups.push(groupOf('page', pages.filter(({ label }) => hasWords(words, label)).map(pageHit)))

  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    words,
    isLocal: isLocal || !isOnline,
    /** The rows belong to an earlier keyword, or none have come. */
    isWaiting: isAsking && !isLocal && (found.isPending || found.isPlaceholderData || named.isLoading),
    error: isLocal ? null : found.error,
    retry: () => void found.refetch(),
    kinds: [
      ['', '全部'],
      ['building', '建筑'],
      ['unit', '单位'],
      ['point', '点位'],
      ...(may('gov2', actor) ? [['provider', '服务商'] as const] : []),
      ['page', '页面'],
    ] satisfies (readonly [Kind, string])[] as readonly (readonly [Kind, string])[],
  }
}
