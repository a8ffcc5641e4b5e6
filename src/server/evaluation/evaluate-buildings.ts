import { isDeepStrictEqual } from 'node:util'
import { shanghaiDay } from '#contract/time.ts'
import type { Db } from '../platform/db/open-db.ts'
import { recordBuildings } from '../registry/building-change.store.ts'
import { problemTypeOf, problemWords } from './problem-words.ts'
import { cardOf, scoreBuilding } from './score-building.ts'
import { type Access, accessOf } from './access.rules.ts'
import {
  type AccessRow,
  type EvaluatedBuilding,
  deleteScores,
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
  lockBuildingStates,
} from './evaluated-building.store.ts'
import { type ConditionType, isProblemCause, PROBLEM_AFTER, type ProblemCause, type Condition } from './condition.ts'
import { nextDue } from './due.rules.ts'
import type { EndedCondition } from './evaluate-points.ts'

interface BuildingChanges {
  readonly access: AccessRow[]
  readonly opened: NewProblem[]
  readonly solved: { id: number; at: number }[]
  readonly redated: RedatedProblem[]
  readonly scores: ScoreRow[]
  readonly unscored: number[]
  readonly states: StateRow[]
}

/**
 * @param ended closes problems at that time @param whole all conditions were re-evaluated @param moved conditions
 * or points changed
 */
export async function evaluateBuildings(
  tx: Db,
  ids: readonly number[],
  now: Date,
  ended: readonly EndedCondition[],
  whole: boolean,
  moved: readonly number[] = [],
): Promise<void> {
  if (ids.length === 0) return
  await lockBuildingStates(tx, ids)
  const day = shanghaiDay(now)
  const rows = await loadBuildings(tx, ids, day)
  const endedAt = new Map(ended.map(({ pointId, cause, at }) => [`${pointId} ${cause}`, at]))
  const changes: BuildingChanges = {
    access: [],
    opened: [],
    solved: [],
    redated: [],
    scores: [],
    unscored: [],
    states: [],
  }
  const written = new Set(moved)
  for (const row of rows) {
    const before = countOf(changes)
    evaluateBuilding(row, now.getTime(), day, endedAt, whole, changes)
    if (countOf(changes) > before) written.add(row.id)
  }
  await putAccess(tx, changes.access)
  await solveProblems(tx, changes.solved)
  await redateProblems(tx, changes.redated)
  await openProblems(tx, changes.opened, now)
  await putScores(tx, day, changes.scores)
  for (const id of await deleteScores(tx, day, changes.unscored)) written.add(id)
  await putStates(tx, changes.states)
  await recordBuildings(tx, [...written])
}

const countOf = ({ access, opened, solved, redated, scores }: BuildingChanges) =>
  access.length + opened.length + solved.length + redated.length + scores.length

function evaluateBuilding(
  row: EvaluatedBuilding,
  now: number,
  day: string,
  endedAt: ReadonlyMap<string, number>,
  whole: boolean,
  into: BuildingChanges,
): void {
  const { items } = row
  const conditions = row.conditions.map((condition) => ({
    ...condition,
    cause: condition.cause as ConditionType,
  }))
  const access = accessOf(items, row.accessAt, now, new Set(row.exempt))
  if (differs(row, access)) into.access.push({ id: row.id, ...access })
  evaluateProblems(row, conditions, now, endedAt, into)
  const points = items.reduce((sum, item) => sum + item.points, 0)
  if (points > 0) evaluateScore(row, { access, points, conditions }, now, day, into)
  else into.unscored.push(row.id)
  const { connected } = access
  const checkedDay = whole ? day : row.checkedDay
  // Due until the day's full evaluation.
  const dueAt = checkedDay === day ? nextDue(conditions, items, now) : Math.min(row.dueAt, now)
  if (dueAt !== row.dueAt || `${connected}` !== `${row.connected}`)
    into.states.push({ id: row.id, dueAt, connected, checkedDay })
}

const differs = (row: EvaluatedBuilding, { status, accessAt, mustPercent, optionalPercent }: Access) =>
  !isDeepStrictEqual(
    [row.accessStatus, row.accessAt, row.mustPercent, row.optionalPercent],
    [status, accessAt, mustPercent, optionalPercent],
  )

type PresentCondition = Condition & { readonly latest: Readonly<Record<string, number | string>> }

function evaluateProblems(
  row: EvaluatedBuilding,
  conditions: readonly PresentCondition[],
  now: number,
  endedAt: ReadonlyMap<string, number>,
  into: BuildingChanges,
): void {
  const due = new Map<string, PresentCondition & { readonly cause: ProblemCause }>()
  for (const condition of conditions) {
    const { cause } = condition
    if (isProblemCause(cause) && now - condition.since >= PROBLEM_AFTER[cause])
      due.set(`${condition.pointId} ${cause}`, { ...condition, cause })
  }
  const open = new Set<string>()
  for (const { id, pointId, cause, happenedAt } of row.problems) {
    // Problems without a point, or with other causes, are managed elsewhere.
    if (pointId === null || !(cause in PROBLEM_AFTER)) continue
    const key = `${pointId} ${cause}`
    open.add(key)
    const condition = due.get(key)
    if (!condition) into.solved.push({ id, at: Math.min(endedAt.get(key) ?? now, now) })
    else if (condition.since !== happenedAt) into.redated.push(redated(id, condition))
  }
  for (const [key, condition] of due) {
    if (open.has(key)) continue
    const { pointId, cause, systemId, deviceNo, since, latest } = condition
    into.opened.push({
      buildingId: row.id,
      pointId,
      cause,
      systemId,
      deviceNo,
      ...problemWords(condition, latest),
      problemType: problemTypeOf(cause),
      happenedAt: since,
    })
  }
}

function redated(id: number, condition: PresentCondition & { readonly cause: ProblemCause }) {
  return { id, happenedAt: condition.since, content: problemWords(condition, condition.latest).content }
}

function evaluateScore(
  row: EvaluatedBuilding,
  { access, points, conditions }: { access: Access; points: number; conditions: readonly Condition[] },
  now: number,
  day: string,
  into: BuildingChanges,
): void {
  const { mustPercent, missingSince, status } = access
  const input = { mustPercent, missingSince, isFailed: status === 3, points, conditions }
  const { score, items } = scoreBuilding(input, now)
  const before = row.days.filter((other) => other.day !== day).map((other) => other.score)
  const card = cardOf([...before, score])
  if (row.days.some((known) => isDeepStrictEqual(known, { day, score, card, mustPercent, items }))) return
  into.scores.push({ buildingId: row.id, score, items, card, mustPercent })
}
