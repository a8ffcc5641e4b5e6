import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { count, id, idInput, maybeText, nothing, text, whole } from './fields.ts'
import { MOST_PLACES, PLAN_BYTES, POINT_STATES } from './floor-plan.rules.ts'

/** As points name it; empty: points without a floor. */
const floor = text(32, '楼层最多 32 个字')
const version = whole(1, 1_000_000_000, '版本应为正整数')
const share = v.pipe(
  v.number('位置应在 0 至 1 之间'),
  v.minValue(0, '位置应在 0 至 1 之间'),
  v.maxValue(1, '位置应在 0 至 1 之间'),
)

const plan = v.object({
  id,
  /** Pixels. */
  width: v.number(),
  height: v.number(),
  bytes: v.number(),
  /** Changes with the picture. */
  picture: v.string(),
  /** Increases with every change of picture or places. */
  version: v.number(),
  updateTime: v.string(),
  updatedBy: maybeText,
})

const floorPoint = v.object({
  id,
  deviceName: maybeText,
  pointNumber: maybeText,
  deviceTypeName: maybeText,
  zone: maybeText,
  descript: maybeText,
  state: v.picklist(POINT_STATES),
  /** Open ones of the point. */
  alarmId: v.nullable(id),
  problemId: v.nullable(id),
  /** Shares of the picture's width and height, from its top left; null: not placed. */
  x: v.nullable(v.number()),
  y: v.nullable(v.number()),
})

const placing = v.object({
  pointId: idInput,
  /** Null: takes the point off the plan. */
  at: v.nullable(v.object({ x: share, y: share })),
})

export const floorPlan = group('floorPlan', {
  list: {
    method: 'GET',
    path: '/field/v1/floor-plans',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ buildingId: idInput }),
    output: v.object({
      /** Top floor first. */
      floors: v.array(
        v.object({
          floor: v.string(),
          points: count,
          alarms: count,
          faults: count,
          offline: count,
          placed: count,
          plan: v.nullable(plan),
        }),
      ),
    }),
    errors: [404],
    summary: '建筑各楼层的点位数、异常数和平面图，高层在前；floor 为空的是未填写楼层的点位。',
  },
  floor: {
    method: 'GET',
    path: '/field/v1/floor-plan',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ buildingId: idInput, floor: v.optional(floor, '') }),
    output: v.object({ plan: v.nullable(plan), points: v.array(floorPoint) }),
    errors: [404],
    summary: '一个楼层的平面图和点位：状态、未结束的火警和问题，在图上的位置（宽和高的 0 至 1，自左上角）。',
  },
  picture: {
    method: 'GET',
    path: '/field/v1/floor-plan/picture',
    encoding: 'query',
    access: 'session',
    effect: false,
    timeoutMs: 60_000,
    input: v.object({ id: idInput }),
    /** Data URL. */
    output: v.object({ picture: v.string(), image: v.string() }),
    errors: [404],
    summary: '平面图的图片：`image` 为 data URL。',
  },
  put: {
    method: 'POST',
    path: '/field/v1/floor-plan',
    encoding: 'multipart',
    access: 'unit',
    effect: true,
    timeoutMs: 120_000,
    maxBytes: PLAN_BYTES + 64 * 1024,
    input: v.object({
      buildingId: idInput,
      floor: v.pipe(floor, v.nonEmpty('请选择楼层')),
      version: v.optional(version),
      file: v.file('请选择图片'),
    }),
    output: plan,
    success: '已上传',
    errors: [404, 409, 413],
    summary:
      '上传一个楼层的平面图（JPG 或 PNG，不超过 2 MB）。已有平面图的，带上所依据的 version 才更换，点位保留在原来的相对位置。',
  },
  place: {
    method: 'POST',
    path: '/field/v1/floor-plan/places',
    encoding: 'json',
    access: 'unit',
    effect: true,
    queue: 'queue',
    input: v.object({
      id: idInput,
      version,
      places: v.pipe(
        v.array(placing),
        v.minLength(1, '请放置点位'),
        v.maxLength(MOST_PLACES, `一次最多放置 ${MOST_PLACES} 个点位`),
      ),
    }),
    output: v.object({ version: v.number() }),
    success: '已保存',
    errors: [404, 409],
    summary: '在平面图上放置、移动或取下点位，只影响所列点位；带上所依据的 version，此后又被修改的返回 409。',
  },
  remove: {
    method: 'POST',
    path: '/field/v1/floor-plan/remove',
    encoding: 'json',
    access: 'unit',
    effect: true,
    input: v.object({ id: idInput, version }),
    output: nothing,
    success: '已删除',
    errors: [404, 409],
    summary: '删除平面图及其上的点位位置；点位本身不变。',
  },
})

export type FloorPlans = OutputOf<typeof floorPlan.list>
export type FloorRow = FloorPlans['floors'][number]
export type FloorDetail = OutputOf<typeof floorPlan.floor>
export type FloorPoint = FloorDetail['points'][number]
export type PlanInfo = OutputOf<typeof floorPlan.put>
