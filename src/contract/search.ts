import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { POINT_STATES } from './floor-plan.rules.ts'
import { count, id, maybeNumber, maybeText, text } from './fields.ts'

export const SEARCH_LENGTH = 64
/** Results of each kind, and if only one kind is searched. */
export const HITS = 5
export const HITS_OF_ONE_KIND = 30
/** Totals are counted up to this number. */
export const MOST_COUNTED = 100
export const SEARCH_KINDS = ['building', 'unit', 'point', 'provider'] as const

const found = <const S extends v.GenericSchema>(row: S) => v.object({ list: v.array(row), total: count })

const buildingHit = v.object({
  id,
  name: v.string(),
  countyName: maybeText,
  address: maybeText,
  accessStatus: v.number(),
  safetyScore: maybeNumber,
  alarmNum: count,
  faultNum: count,
  offlineNum: count,
})

const unitHit = v.object({
  id,
  name: v.string(),
  /** Supervision category. */
  type: v.number(),
  address: maybeText,
  /** For units and providers: the building in their scope where the unit is a tenant. */
  buildingId: v.nullable(id),
  buildingName: maybeText,
})

const pointHit = v.object({
  id,
  deviceName: v.string(),
  pointNumber: v.string(),
  buildingId: id,
  buildingName: v.string(),
  floor: maybeText,
  zone: maybeText,
  descript: maybeText,
  online: v.boolean(),
  /** Gravest open record: 0 none, 1 alarm, 2 fault, 3 shield. */
  openRank: v.number(),
  state: v.optional(v.picklist(POINT_STATES)),
})

const providerHit = v.object({ id, name: v.string(), status: v.number(), isSuspended: v.boolean() })

export const globalSearch = group('search', {
  all: {
    method: 'GET',
    path: '/field/v1/search',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({
      search: v.pipe(text(SEARCH_LENGTH, `最多输入 ${SEARCH_LENGTH} 个字`), v.nonEmpty('请输入要搜索的内容')),
      /** Empty: all. */
      kind: v.optional(v.picklist(['', ...SEARCH_KINDS], '请从列表中选择'), ''),
    }),
    output: v.object({
      building: found(buildingHit),
      unit: found(unitHit),
      point: found(pointHit),
      provider: found(providerHit),
    }),
    summary: `可见的建筑、单位、点位和服务商，按名称、地址或编号，空格分隔的词须都符合；每类 ${HITS} 条，只查一类（kind）时 ${HITS_OF_ONE_KIND} 条；total 最多计到 ${MOST_COUNTED}。点位按编号的开头查找，或先写建筑名。`,
  },
})

export type SearchKind = (typeof SEARCH_KINDS)[number]
export type Found = OutputOf<typeof globalSearch.all>
export type BuildingHit = v.InferOutput<typeof buildingHit>
export type UnitHit = v.InferOutput<typeof unitHit>
export type PointHit = v.InferOutput<typeof pointHit>
export type ProviderHit = v.InferOutput<typeof providerHit>
