import type { Query, QueryClient } from '@tanstack/react-query'
import { alarm } from '#contract/alarm.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { LiveAnswer, LiveChange } from '#contract/live.ts'

const FIRST_MS = 2000
const NEXT_MS = 10_000

const UNIT_COUNTS = 'unitManagement.statistics'
/** Of units with a fire. */
const UNIT_LIST = 'unitManagement.list'

const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  alarm: [
    'shiftLog',
    'record',
    'dashboard',
    'authority',
    'buildingDetail',
    'point',
    'delivery',
    'floorPlan',
    'nearby',
    'unitCondition',
    UNIT_COUNTS,
    UNIT_LIST,
  ],
  building: [
    'record',
    'dashboard',
    'buildingDetail',
    'point',
    'problem',
    'building',
    'shelf',
    'floorPlan',
    'nearby',
    'score',
    'unitCondition',
  ],
  message: ['message'],
  approval: ['approval', 'building', 'dashboard'],
  dutyCheck: ['dutyCheck'],
  scope: ['unitCondition', 'building', 'dashboard', 'buildingDetail', 'alarm', 'score', UNIT_COUNTS, UNIT_LIST],
  figures: [
    'authority',
    'dashboard',
    'problem',
    'building',
    'buildingDetail',
    'record',
    'point',
    'floorPlan',
    'nearby',
    'score',
    'unitCondition',
  ],
}
/** Any report moves a ranking of the city; pictures never change. */
const STEADY = /Ranking$|\.picture$/

/** A channel's first failure is a change of its alarm. */
const CHANNELS = 'delivery.channels'

type AlarmPage = OutputOf<typeof alarm.list>

const inputOf = ({ queryKey }: Query) =>
  typeof queryKey[1] === 'object' && queryKey[1] !== null ? (queryKey[1] as Record<string, unknown>) : {}

function isAbout(query: Query, kind: string, buildingIds: readonly string[] | null): boolean {
  const [call] = query.queryKey
  if (typeof call !== 'string' || STEADY.test(call)) return false
  if (!SHOWN_BY[kind]?.some((part) => call === part || call.startsWith(`${part}.`))) return false
  const { buildingId, condition, order } = inputOf(query)
  if (call === UNIT_LIST && condition !== 'fire' && order !== 'worst') return false
  return !buildingIds || typeof buildingId !== 'string' || buildingId === '' || buildingIds.includes(buildingId)
}

/** A merged alarm leaves the lists. */
function patchAlarm(client: QueryClient, { alarmId, row }: LiveChange): void {
  client.setQueriesData<AlarmPage>({ queryKey: [alarm.list.id] }, (page) => {
    const known = page?.list.find(({ id }) => id === alarmId)
    if (!page || !known || (row && row.version <= known.version)) return page
    return {
      ...page,
      list: page.list.flatMap((one) => (one.id !== alarmId ? [one] : row ? [row] : [])),
    }
  })
}

export function createChanges(client: QueryClient, isActive: () => boolean) {
  const due = new Map<string, Set<string> | null>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = -Infinity

  function flush(): void {
    timer = undefined
    lastAt = performance.now()
    const grouped = [...due]
    due.clear()
    if (!isActive()) return
    void client.invalidateQueries({
      predicate: (query) => grouped.some(([kind, ids]) => isAbout(query, kind, ids && [...ids])),
    })
  }

  function add(kind: string, ids: readonly string[] | null): void {
    const known = due.get(kind)
    due.set(kind, ids === null || known === null ? null : new Set([...(known ?? []), ...ids]))
    timer ??= setTimeout(flush, Math.max(FIRST_MS, lastAt + NEXT_MS - performance.now()))
  }

  const readAlarms = () =>
    void (isActive() && client.invalidateQueries({ predicate: ({ queryKey }) => isAlarm(queryKey[0]) }))

  return {
    apply({ changes, figures }: Pick<LiveAnswer, 'changes' | 'figures'>): void {
      const alarms = changes.filter(({ kind }) => kind === 'alarm')
      for (const change of alarms) patchAlarm(client, change)
      if (alarms.length > 0) readAlarms()
      for (const { kind, buildingId } of changes) add(kind, buildingId === null ? null : [buildingId])
      for (const { buildingIds } of figures) add('figures', buildingIds)
    },
    /** After the first frame: none falls between. */
    begin: readAlarms,
    /** Changes were missed. */
    reset(): void {
      readAlarms()
      for (const kind of Object.keys(SHOWN_BY)) add(kind, null)
    },
    stop: () => clearTimeout(timer),
  }
}

const isAlarm = (call: unknown) => call === alarm.list.id || call === alarm.one.id || call === CHANNELS
