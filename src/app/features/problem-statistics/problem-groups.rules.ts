import type { ListedProblem, ProblemBuilding } from '#contract/problem.ts'
import { fromWireTime } from '#contract/time.ts'

const TOGETHER_MS = 5 * 60_000
const FEWEST = 3

/** Devices of a floor that went offline within five minutes. */
export interface Fold {
  readonly id: string
  readonly rows: readonly ListedProblem[]
}

type Item = ListedProblem | Fold

export const isFold = (item: Item): item is Fold => 'rows' in item

interface Group {
  readonly key: string
  readonly building?: ProblemBuilding
  readonly items: readonly Item[]
}

const atOf = ({ happenTime }: ListedProblem) => fromWireTime(happenTime).getTime()

const belongs = (row: ListedProblem, first: ListedProblem) =>
  row.kind === 'offline' &&
  first.kind === 'offline' &&
  row.status === first.status &&
  row.floor !== null &&
  row.floor === first.floor &&
  Math.abs(atOf(row) - atOf(first)) <= TOGETHER_MS

export function foldRows(rows: readonly ListedProblem[]): Item[] {
  const clusters: ListedProblem[][] = []
  for (const row of rows) {
    const known = clusters.find(([first]) => first && belongs(row, first))
    if (known) known.push(row)
    else clusters.push([row])
  }
  return clusters.flatMap((cluster): Item[] =>
    cluster.length < FEWEST ? cluster : [{ id: `fold-${cluster[0]?.id}`, rows: cluster }],
  )
}

interface ListPage {
  readonly list: readonly ListedProblem[]
  readonly total: number
  readonly counts: { readonly fires: number }
}

export function fireDevices({ list, total, counts }: ListPage, isSearched: boolean): number | undefined {
  if (!isSearched) return counts.fires
  return total > list.length ? undefined : list.filter(({ kind }) => kind === 'fire').length
}

export function firesOf(rows: readonly ListedProblem[], devices: number | undefined): number | undefined {
  const ids = rows.flatMap(({ kind, alarmId }) => (kind === 'fire' ? [alarmId] : []))
  return ids.length === devices && !ids.includes(null) ? new Set(ids).size : undefined
}

export function groupsOf(rows: readonly ListedProblem[], buildings: readonly ProblemBuilding[]): Group[] {
  const fires = rows.filter(({ kind }) => kind === 'fire')
  const rest = rows.filter(({ kind }) => kind !== 'fire')
  const ids = [...new Set(rest.map(({ buildingId }) => buildingId))]
  return [
    ...(fires.length > 0 ? [{ key: 'fires', items: fires }] : []),
    ...ids.map((id): Group => {
      const building = buildings.find(({ buildingId }) => buildingId === id)
      const items = foldRows(rest.filter(({ buildingId }) => buildingId === id))
      return { key: id, items, ...(building && { building }) }
    }),
  ]
}
