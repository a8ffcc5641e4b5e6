import * as v from 'valibot'
import { group } from './endpoint.ts'
import { id, text, WRONG_INPUT } from './fields.ts'

/** Root of the area tree; equals 310100000000. Source: rulings, Addresses. */
export const AREA_ROOT = '3101e8'

export const TYPE_CODES = [
  'BUILDING_STRUCTURE_TYPE',
  'BUILDING_HELGHT_TYPE',
  'BUILDING_USE_NATURE',
  'PROBLEM_TYPE',
  'COMPANY_LABEL',
  'UNIT_PLACE_TYPE',
] as const
export type TypeCode = (typeof TYPE_CODES)[number]

/** 6 height classes, 24 building types. */
export const TYPE_IDS = ['6', '24'] as const

export interface TreeNode {
  code: string
  name: string
  children: TreeNode[]
}

const treeNode: v.GenericSchema<TreeNode> = v.object({
  code: v.string(),
  name: v.string(),
  children: v.array(v.lazy(() => treeNode)),
})

export interface DictNode {
  id: string
  code: string
  name: string
  sysDicParameterList: DictNode[]
}

const dictNode: v.GenericSchema<DictNode> = v.object({
  id: v.string(),
  code: v.string(),
  name: v.string(),
  sysDicParameterList: v.array(v.lazy(() => dictNode)),
})

/** National area tree, six digits; `--` for a missing level. Source: document 2, section 3. */
export interface RegionOption {
  label: string
  value: string
  children: RegionOption[]
}

const regionOption: v.GenericSchema<RegionOption> = v.object({
  label: v.string(),
  value: v.string(),
  children: v.array(v.lazy(() => regionOption)),
})

const provinceId = v.pipe(
  v.union([v.string(), v.number()]),
  v.check((value) => Number(value) === Number(AREA_ROOT), '区域不存在'),
)

const areas = v.array(treeNode)
const entries = v.array(v.object({ code: v.string(), value: v.string(), name: v.string() }))
const typeEntries = v.array(v.object({ id, code: v.string(), name: v.string() }))
const trees = v.array(v.object({ id: v.number(), name: v.string(), sysDicParameterList: v.array(dictNode) }))

export const dictionary = group('dictionary', {
  areas: {
    method: 'GET',
    path: '/api/dic/getPCCDicInfo',
    encoding: 'query',
    access: 'session',
    effect: false,
    whileIncomplete: true,
    cache: 'keep',
    input: v.object({ provinceId: v.optional(provinceId, AREA_ROOT) }),
    output: areas,
    summary: '区域树：市、区、街道，12 位编码。',
  },
  streets: {
    method: 'GET',
    path: '/api/dic/getStreetList',
    encoding: 'query',
    access: 'session',
    effect: false,
    whileIncomplete: true,
    cache: 'keep',
    input: v.object({ county: v.optional(v.pipe(text(12), v.regex(/^(\d{6}(000000)?)?$/, WRONG_INPUT)), '') }),
    output: v.array(v.object({ code: v.string(), name: v.string(), county: v.string() })),
    summary: '全部街道，或某个区的街道。',
  },
  list: {
    method: 'GET',
    path: '/api/dic/list',
    encoding: 'query',
    access: 'session',
    effect: false,
    whileIncomplete: true,
    cache: 'keep',
    input: v.object({ typeCode: v.picklist(TYPE_CODES, '字典不存在') }),
    output: entries,
    summary: '按 typeCode 取一个字典。',
  },
  byType: {
    method: 'GET',
    path: '/api/dic/getDicByTypeId',
    encoding: 'query',
    access: 'session',
    effect: false,
    whileIncomplete: true,
    cache: 'keep',
    input: v.object({
      typeId: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.picklist(TYPE_IDS, '字典不存在')),
    }),
    output: typeEntries,
    summary: '按 typeId 取一个字典：6 高度类别，24 建筑类型。',
  },
  tree: {
    method: 'GET',
    path: '/api/dic/tree',
    encoding: 'query',
    access: 'session',
    effect: false,
    whileIncomplete: true,
    cache: 'keep',
    input: v.object({}),
    output: trees,
    summary: '多级字典：id 5 建筑功能，8 建筑形式，10 耐火等级。',
  },
  nation: {
    method: 'GET',
    path: '/field/v1/nation',
    encoding: 'query',
    access: 'session',
    effect: false,
    whileIncomplete: true,
    cache: 'keep',
    input: v.object({}),
    output: v.array(regionOption),
    summary: '全国区划树：省、市、区县，6 位编码，可保存在设备上。',
  },
  all: {
    method: 'GET',
    path: '/field/v1/dictionaries',
    encoding: 'query',
    access: 'session',
    effect: false,
    whileIncomplete: true,
    input: v.object({}),
    output: v.object({
      areas,
      trees,
      /** A newer server may have more than the client knows. */
      lists: v.array(v.object({ typeCode: v.string(), entries })),
      types: v.array(v.object({ typeId: v.string(), entries: typeEntries })),
    }),
    summary: '一次返回全部字典和区域树，可保存在设备上。',
  },
})
