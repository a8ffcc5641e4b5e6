import { buffer } from 'node:stream/consumers'
import { compareFloors } from '#contract/floor-plan.rules.ts'
import { floorPlan, type FloorRow, type PlanInfo } from '#contract/floor-plan.ts'
import { toWireTime } from '#contract/time.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { implement } from '../platform/implement.ts'
import { recordChange } from '../platform/record-change.ts'
import type { Session } from '../platform/session.ts'
import { buildingScope } from '../registry/building.scope.ts'
import { findBuilding } from '../registry/find-building.ts'
import { needConfirmedTie } from '../registry/need-confirmed-tie.ts'
import {
  countFloors,
  deletePlan,
  findPlan,
  floorPoints,
  type NamedPlan,
  planOfFloor,
  type PlanRow,
  plansOf,
  pointsOnFloor,
  savePlaces,
} from './floor-plan.store.ts'
import { deviceTypeName } from './present-point.ts'
import { PLAN_CHANGED, putFloorPlan } from './put-floor-plan.ts'

const pictureOf = ({ sha256 }: PlanRow) => sha256.slice(0, 20)

const presentPlan = ({ plan, by }: NamedPlan): PlanInfo => ({
  id: String(plan.id),
  width: plan.width,
  height: plan.height,
  bytes: plan.size,
  picture: pictureOf(plan),
  version: plan.version,
  updateTime: toWireTime(plan.changedAt),
  updatedBy: by,
})

async function listFloors(db: Db, buildingId: number): Promise<FloorRow[]> {
  const [counted, plans] = [await countFloors(db, buildingId), await plansOf(db, buildingId)]
  const known = new Map(plans.map((named) => [named.plan.floor, presentPlan(named)]))
  const none = { points: 0, alarms: 0, faults: 0, offline: 0, placed: 0 }
  const bare = [...known.keys()].filter((floor) => !counted.some((one) => one.floor === floor))
  return [...counted, ...bare.map((floor) => ({ floor, ...none }))]
    .map((row) => ({ ...row, plan: known.get(row.floor) ?? null }))
    .toSorted((a, b) => compareFloors(a.floor, b.floor))
}

/** Locked. @throws AppError 404, 409 */
async function takePlan(tx: Db, session: Session, id: number): Promise<PlanRow> {
  const plan = await findPlan(tx, buildingScope(tx, session), id, true)
  if (!plan) throw notThere()
  await needConfirmedTie(tx, session, plan.buildingId)
  return plan
}

export const floorPlanApi = implement(floorPlan, {
  async list({ buildingId }, { db, session }) {
    await findBuilding(db, session, buildingId)
    return { floors: await listFloors(db, buildingId) }
  },

  async floor({ buildingId, floor }, { db, session }) {
    await findBuilding(db, session, buildingId)
    const named = await planOfFloor(db, buildingId, floor)
    const rows = await floorPoints(db, buildingId, floor, named?.plan.id)
    return {
      plan: named ? presentPlan(named) : null,
      points: rows.map(({ id, deviceType, ...row }) => ({
        ...row,
        id: String(id),
        deviceTypeName: deviceTypeName(deviceType),
      })),
    }
  },

  async picture({ id }, { db, deps, session }) {
    const plan = await findPlan(db, buildingScope(db, session), id)
    const file = plan && (await deps.files.open(plan.fileKey))
    if (!file) throw notThere()
    const bytes = await buffer(file.stream)
    return { picture: pictureOf(plan), image: `data:${plan.contentType};base64,${bytes.toString('base64')}` }
  },

  async put(input, ctx) {
    return presentPlan(await putFloorPlan(input, ctx))
  },

  async place({ id, version, places }, ctx) {
    return ctx.write(async (tx) => {
      const plan = await takePlan(tx, ctx.session, id)
      if (version !== plan.version && !(await ctx.followsOwn(tx, plan.version))) throw new AppError(409, PLAN_CHANGED)
      const last = new Map(places.map(({ pointId, at }) => [pointId, at]))
      if ((await pointsOnFloor(tx, plan, [...last.keys()])) !== last.size)
        throw notThere('有点位已被删除或改到别的楼层，请刷新后再试')
      const placed = [...last].flatMap(([pointId, at]) => (at ? [{ pointId, ...at }] : []))
      const cleared = [...last].flatMap(([pointId, at]) => (at ? [] : [pointId]))
      const next = await savePlaces(tx, plan, { placed, cleared, by: ctx.session.accountId, at: ctx.now })
      const { buildingId, floor } = plan
      await recordChange(tx, { kind: 'building', buildingId })
      const audit = { buildingId, after: { floor, placed: placed.length, cleared: cleared.length } }
      return { value: { version: next }, audit, version: next }
    })
  },

  async remove({ id, version }, ctx) {
    let fileKey = ''
    await ctx.write(async (tx) => {
      const plan = await takePlan(tx, ctx.session, id)
      if (version !== plan.version) throw new AppError(409, PLAN_CHANGED)
      const { buildingId, floor, size, contentType, sha256 } = plan
      fileKey = plan.fileKey
      await deletePlan(tx, id)
      await recordChange(tx, { kind: 'building', buildingId })
      return { value: null, audit: { buildingId, before: { floor, size, contentType, sha256 } } }
    })
    await ctx.deps.files.remove(fileKey)
    return null
  },
})
