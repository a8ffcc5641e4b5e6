import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { code, count, id, maybeNumber, maybeText, page, whole } from './fields.ts'
import { degreesBetween } from './place.ts'

const TOO_FAR = '不在中国境内，请重新定位'

const row = v.object({
  id,
  name: v.string(),
  countyName: maybeText,
  streetName: maybeText,
  accessStatus: maybeNumber,
  pointNum: count,
  safetyScore: maybeNumber,
  alarmNum: count,
  faultNum: count,
  offlineNum: count,
  address: maybeText,
  /** WGS-84 degrees. */
  gisX: maybeNumber,
  gisY: maybeNumber,
  /** Metres, as the crow flies. */
  distance: maybeNumber,
})

export const nearby = group('nearby', {
  buildings: {
    method: 'GET',
    path: '/field/v1/nearby',
    encoding: 'query',
    access: 'duty',
    effect: false,
    cache: 'keep',
    input: v.object({
      gisX: degreesBetween(70, 140, TOO_FAR),
      gisY: degreesBetween(0, 60, TOO_FAR),
      within: v.optional(whole(1, 1000, '范围应为 1 至 1000 公里')),
      unplaced: v.optional(code([0, 1]), 0),
      ...page(20),
    }),
    output: v.object({ list: v.array(row), total: count, unplaced: count }),
    summary:
      '可见建筑及其现状，由近到远；gisX、gisY 为所在位置的 WGS-84 坐标，单位度，within 限定公里数，distance 为直线距离，单位米。unplaced 为没有坐标的建筑数；unplaced 1 时改列这些建筑。',
  },
})

export type NearbyRow = OutputOf<typeof nearby.buildings>['list'][number]
