import { point } from '#contract/point.ts'
import { AppError } from '../platform/app-error.ts'
import { SYSTEM_DEVICE_TYPES } from '../reference/system-device-types.ts'
import { SYSTEMS } from '../reference/systems.ts'
import { implement } from '../platform/implement.ts'
import { exportPoints } from './export-points.ts'
import { findPoint, findPointsBuilding } from './find-device.ts'
import { findBuilding } from '../registry/find-building.ts'
import { needConfirmedTie } from '../registry/need-confirmed-tie.ts'
import { importPoints } from './import-points.ts'
import { measuredPoints } from './list-measured.ts'
import { lockBuildingStates } from '../evaluation/evaluated-building.store.ts'
import { evaluateBuildings } from '../evaluation/evaluate-buildings.ts'
import { changePoint, listPoints, listTypes } from './point.store.ts'
import { deviceTypeName, presentPoint, systemName } from './present-point.ts'
import { lockWithAlarms, OPEN_ALARM, removePoints } from './remove-points.ts'

const blankToNull = (text: string | null) => text || null

const presentTypes = (systemId: number, types: readonly number[]) => ({
  sysId: String(systemId),
  sysName: systemName(systemId),
  deviceTypeList: types.map((type) => ({ deviceType: String(type), deviceTypeName: deviceTypeName(type) })),
})

export const pointApi = implement(point, {
  async list(input, { db, session }) {
    const { id } = await findPointsBuilding(db, session, input)
    const { rows, total } = await listPoints(db, id, input, input)
    return {
      list: rows.map((row) => ({ ...presentPoint(row), state: row.state, alarmId: row.alarmId })),
      total,
    }
  },

  export: (input, ctx) => exportPoints(ctx, input, input),

  import: ({ file, ...place }, ctx) => importPoints(ctx, place, file),

  async measured({ buildingId, ids }, { db, session, now }) {
    await findBuilding(db, session, buildingId)
    return measuredPoints(db, { buildingId, ids, now })
  },

  async types({ openProjectId }, { db, session }) {
    if (openProjectId === '') return SYSTEMS.map(({ id }) => presentTypes(id, SYSTEM_DEVICE_TYPES[id] ?? []))
    const { id: buildingId } = await findPointsBuilding(db, session, { openProjectId, provideKey: '' })
    const found = await listTypes(db, buildingId)
    return [...new Set(found.map(({ systemId }) => systemId))].map((systemId) =>
      presentTypes(
        systemId,
        found.filter((each) => each.systemId === systemId).map(({ deviceType }) => deviceType),
      ),
    )
  },

  async edit({ id, version, ...fields }, ctx) {
    return ctx.write(async (tx) => {
      const now = await findPoint(tx, ctx.session, id, true)
      await needConfirmedTie(tx, ctx.session, now.buildingId)
      if (version !== undefined && version !== now.version && !(await ctx.followsOwn(tx, now.version)))
        throw new AppError(409, '该点位在您读取后已被修改，请核对后再保存')
      const next = {
        floor: blankToNull(fields.floor),
        zone: blankToNull(fields.zone),
        descript: blankToNull(fields.descript),
      }
      await changePoint(tx, id, next)
      const { floor, zone, descript, buildingId } = now
      const audit = { pointId: id, buildingId, before: { floor, zone, descript }, after: next }
      return { value: null, audit, version: now.version + 1 }
    })
  },

  async delete({ id }, ctx) {
    return ctx.write(async (tx) => {
      const { buildingId, pointNumber, deviceNo, floor, zone, descript } = await findPoint(tx, ctx.session, id, true)
      await needConfirmedTie(tx, ctx.session, buildingId)
      if ((await lockWithAlarms(tx, [id])).size > 0) throw new AppError(409, OPEN_ALARM)
      await lockBuildingStates(tx, [buildingId])
      await removePoints(tx, [id], 'unit', ctx.now)
      await evaluateBuildings(tx, [buildingId], ctx.now, [], false, [buildingId])
      return {
        value: null,
        audit: { pointId: id, buildingId, before: { pointNumber, deviceNo, floor, zone, descript } },
      }
    })
  },

  async detail({ id }, { db, session }) {
    return presentPoint(await findPoint(db, session, id))
  },
})
