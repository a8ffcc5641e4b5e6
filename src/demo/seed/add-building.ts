import { approval } from '#server/schema/approval.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { point } from '#server/schema/point.table.ts'
import { problem } from '#server/schema/problem.table.ts'
import { deviceEvent, reading } from '#server/schema/record.table.ts'
import { scoreDay } from '#server/schema/score.table.ts'
import { buildingState, condition } from '#server/schema/evaluation.table.ts'
import { approvalsOf } from './approval.ts'
import type { CityClock } from './city-clock.ts'
import { incidentsOf } from './incident.ts'
import type { BuildingModel, Incident, UnitModel } from './model.ts'
import { problemsOf } from './problem.ts'
import { pointState, watchesOf } from './reading.ts'
import { recordsOf } from './record.ts'
import type { RowWriter } from './row-writer.ts'
import { scoreDays } from './score.ts'
import { evaluated } from './evaluated.ts'
import { tiesOf } from './tenancy.ts'

export interface Numbers {
  point: number
  problem: number
  record: number
}

export type ToldProblem = ReturnType<typeof problemsOf>[number] & { buildingName: string }

export interface Added {
  readonly boundUnits: readonly number[]
  readonly problems: readonly ToldProblem[]
}

function byPoint(incidents: readonly Incident[]): Map<number, Incident[]> {
  const found = new Map<number, Incident[]>()
  for (const incident of incidents) {
    const own = found.get(incident.point.id)
    if (own) own.push(incident)
    else found.set(incident.point.id, [incident])
  }
  return found
}

export function addBuilding(
  writer: RowWriter,
  made: BuildingModel,
  copy: number,
  units: readonly UnitModel[],
  numbers: Numbers,
  clock: CityClock,
): Added {
  const incidents = incidentsOf(made, clock)
  const ties = tiesOf(made, units, clock)
  const watches = watchesOf(made, copy)
  const own = byPoint(incidents)
  const states = made.points.map((p) => pointState(p, own.get(p.id) ?? [], made, watches.get(p) ?? null, clock))
  const reports = new Map(states.map(({ row }, i) => [made.points[i]?.id ?? 0, row.validAt?.getTime() ?? null]))
  const problems = problemsOf(made, incidents, clock.now.getTime())
  writer.add(building, [made.row])
  writer.add(buildingUnit, ties)
  writer.add(approval, approvalsOf(made, clock))
  for (const { row, readings } of states) {
    writer.add(point, [row])
    writer.add(reading, readings)
  }
  writer.add(scoreDay, scoreDays(made, incidents, reports, clock))
  const { conditions, state } = evaluated(made, incidents, reports, clock)
  writer.add(condition, conditions)
  writer.add(buildingState, [state])
  writer.add(
    problem,
    problems.map((row) => ({ id: numbers.problem++, ...row })),
  )
  writer.add(
    deviceEvent,
    recordsOf(made, incidents, clock).map((row) => ({ id: numbers.record++, ...row })),
  )
  return {
    boundUnits: ties.filter(({ kind }) => kind === 'bound').map(({ unitId }) => unitId),
    problems: problems.map((row) => ({ ...row, buildingName: made.row.name })),
  }
}
