import { addDays, shanghaiDay } from '#contract/time.ts'
import type { Db } from '../db/open-db.ts'
import { problemTypeOf, problemWords } from '../problem/problem-words.ts'
import { CARD_DAYS, cardOf, scoreBuilding } from '../score/score-building.ts'
import { type Access, accessOf } from './access.rules.ts'
import {
  type AccessRow,
  type BuildingRow,
  dropScores,
  loadBuildings,
  type NewProblem,
  openProblems,
  putAccess,
  putScores,
  putStates,
  type RedatedProblem,
  redateProblems,
  type ScoreRow,
  solveProblems,
  type StateRow,
  takeBuildings,
} from './building.store.ts'
import { type Cause, isProblemCause, PROBLEM_AFTER, type ProblemCause, type Trouble } from './cause.ts'
import { nextDue } from './due.rules.ts'
import type { Ended } from './follow-points.ts'

interface Settled {
  readonly access: AccessRow[]
  readonly opened: NewProblem[]
  readonly solved: { id: number; at: number }[]
  readonly redated: RedatedProblem[]
  readonly scores: ScoreRow[]
  readonly unscored: number[]
  readonly states: StateRow[]
}

/**
 * Works out buildings' access, problems and score from their points and troubles, and writes what differs.
 * @param ended what has just ended, so that problems close at that moment
 * @param whole whether everything beneath has been worked out anew
 */
export async function settleBuildings(
  tx: Db,
  ids: readonly number[],
  now: Date,
  ended: readonly Ended[],
  whole: boolean,
): Promise<void> {
  if (ids.length === 0) return
  await takeBuildings(tx, ids)
  const day = shanghaiDay(now)
  const rows = await loadBuildings(tx, ids, day)
  const endedAt = new Map(ended.map(({ pointId, cause, at }) => [`${pointId} ${cause}`, at]))
  const settled: Settled = { access: [], opened: [], solved: [], redated: [], scores: [], unscored: [], states: [] }
  for (const row of rows) settle(row, now.getTime(), day, endedAt, whole, settled)
  await putAccess(tx, settled.access)
  await solveProblems(tx, settled.solved)
  await redateProblems(tx, settled.redated)
  await openProblems(tx, settled.opened, now)
  await putScores(tx, day, settled.scores)
  await dropScores(tx, day, settled.unscored)
  await putStates(tx, settled.states)
}

function settle(
  row: BuildingRow,
  now: number,
  day: string,
  endedAt: ReadonlyMap<string, number>,
  whole: boolean,
  into: Settled,
): void {
  const items = row.items ?? []
  const troubles = (row.troubles ?? []).map((trouble) => ({ ...trouble, cause: trouble.cause as Cause }))
  const access = accessOf(items, row.accessAt, now, new Set(row.exempt))
  if (differs(row, access)) into.access.push({ id: row.id, ...access })
  settleProblems(row, troubles, now, endedAt, into)
  const points = items.reduce((sum, item) => sum + item.points, 0)
  if (points > 0) settleScore(row, { access, points, troubles }, now, day, into)
  else if (row.isScored || row.days?.some((scored) => scored.day === day)) into.unscored.push(row.id)
  const { connected } = access
  const checkedDay = whole ? day : row.checkedDay
  // Until the day's whole working out has been done, the building stays due for it.
  const dueAt = checkedDay === day ? nextDue(troubles, items, now) : Math.min(row.dueAt, now)
  const same = dueAt === row.dueAt && checkedDay === row.checkedDay && `${connected}` === `${row.connected}`
  if (!same) into.states.push({ id: row.id, dueAt, connected, checkedDay })
}

const differs = (row: BuildingRow, access: Access) =>
  row.accessStatus !== access.status ||
  row.accessAt !== access.accessAt ||
  row.mustPercent !== access.mustPercent ||
  row.optionalPercent !== access.optionalPercent

type TroubleNow = Trouble & { readonly latest: Readonly<Record<string, number | string>> }

function settleProblems(
  row: BuildingRow,
  troubles: readonly TroubleNow[],
  now: number,
  endedAt: ReadonlyMap<string, number>,
  into: Settled,
): void {
  const due = new Map<string, TroubleNow & { readonly cause: ProblemCause }>()
  for (const trouble of troubles) {
    const { cause } = trouble
    if (isProblemCause(cause) && now - trouble.since >= PROBLEM_AFTER[cause])
      due.set(`${trouble.pointId} ${cause}`, { ...trouble, cause })
  }
  const open = new Set<string>()
  for (const { id, pointId, cause, happenedAt } of row.problems ?? []) {
    // Another's problem: not told by a point's troubles.
    if (pointId === null || !(cause in PROBLEM_AFTER)) continue
    const key = `${pointId} ${cause}`
    open.add(key)
    const trouble = due.get(key)
    if (!trouble) into.solved.push({ id, at: Math.min(endedAt.get(key) ?? now, now) })
    else if (trouble.since !== happenedAt) into.redated.push(redated(id, trouble))
  }
  for (const [key, trouble] of due) {
    if (open.has(key)) continue
    const { pointId, cause, systemId, deviceNo, since, latest } = trouble
    into.opened.push({
      buildingId: row.id,
      pointId,
      cause,
      systemId,
      deviceNo,
      ...problemWords(trouble, latest),
      problemType: problemTypeOf(cause),
      happenedAt: since,
    })
  }
}

/** A late report has shown that the cause of an open problem began at another time. */
function redated(id: number, trouble: TroubleNow & { readonly cause: ProblemCause }) {
  return { id, happenedAt: trouble.since, content: problemWords(trouble, trouble.latest).content }
}

function settleScore(
  row: BuildingRow,
  { access, points, troubles }: { access: Access; points: number; troubles: readonly Trouble[] },
  now: number,
  day: string,
  into: Settled,
): void {
  const { mustPercent, missingSince, status } = access
  const standing = { mustPercent, missingSince, isFailed: status === 3, points, troubles }
  const { score, items } = scoreBuilding(standing, now)
  const days = row.days ?? []
  const own = days.find((other) => other.day === day)
  const week: number[] = []
  for (let ago = CARD_DAYS - 1; ago > 0; ago--) {
    const scored = days.find((other) => other.day === addDays(day, -ago))
    if (scored) week.push(scored.score)
    else week.length = 0
  }
  const card = cardOf([...week, score])
  const isSame = own?.score === score && own.card === card && own.mustPercent === mustPercent
  if (isSame && sameItems(own.items ?? [], items)) return
  into.scores.push({ buildingId: row.id, score, items, card, mustPercent })
}

// By their fields: a column of jsonb hands keys back in an order of its own.
const sameItems = (a: readonly object[], b: readonly object[]) =>
  a.length === b.length && a.every((one, i) => inOrder(one) === inOrder(b[i] ?? {}))
const inOrder = (item: object) => JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
