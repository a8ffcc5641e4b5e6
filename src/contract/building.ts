import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import {
  buildTypeFilter,
  code,
  count,
  id,
  idFilter,
  idInput,
  maybeNumber,
  maybeText,
  nothing,
  page,
  paged,
  search,
  text,
  treeArea,
  whole,
} from './fields.ts'

/** Asks for buildings of both access statuses. */
export const UNCONNECTED = '0,3'

const area = { province: treeArea, city: treeArea, county: treeArea }
const noChoice = v.pipe(
  v.literal(''),
  v.transform((): undefined => undefined),
)
/** What the dashboards count as not connected: never so, or no longer. */
const unconnected = v.pipe(
  v.literal(UNCONNECTED),
  v.transform(() => [0, 3] as const),
)
const scoreBound = v.optional(v.union([noChoice, whole(0, 100, '分数应为 0 至 100')]))
const complexName = v.optional(text(100), '')
const approveStatus = v.optional(v.union([noChoice, code([0, 1])]))

const numberCode = v.nullable(
  v.pipe(
    v.union([v.number(), v.string()]),
    v.transform((value): number | null => (value === '' ? null : Number(value))),
  ),
)

export const buildingRow = v.object({
  id,
  name: v.string(),
  complexName: maybeText,
  countyName: maybeText,
  streetName: maybeText,
  buildingType: numberCode,
  isvName: maybeText,
  iotProviderId: id,
  accessStatus: numberCode,
  accessTime: maybeText,
  mustNumPre: count,
  noMustNumPre: count,
  pointNum: count,
  pointThreshold: numberCode,
  approveStatus: numberCode,
  refuseReason: maybeText,
})

const approvalFilter = { search, approveStatus, complexName }

export const building = group('building', {
  entered: {
    method: 'GET',
    path: '/big/screen/company/get/buildingEnterCompanyList',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ lawCompanyId: idFilter }),
    output: v.array(v.object({ buildingId: id, name: v.string() })),
    errors: [404],
    summary: 'The buildings a unit has entered, for its building selector.',
  },
  list: {
    method: 'GET',
    path: '/wuye/building/list',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({
      cacheParams: v.optional(text(2000)),
      ...page(10),
      search,
      isAccess: v.optional(v.union([noChoice, unconnected, code([0, 1, 2, 3])])),
      complexName,
      street: treeArea,
      ...area,
      isvId: idFilter,
      buildingType: buildTypeFilter,
    }),
    output: paged(buildingRow),
    errors: [404],
    summary: 'Buildings in sight, newest first, with connection, progress, points and approval.',
  },
  headStatistics: {
    method: 'GET',
    path: '/wuye/building/head/statistics',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({
      ...area,
      street: treeArea,
      isvId: idFilter,
      buildingType: buildTypeFilter,
      startScore: scoreBound,
      endScore: scoreBound,
    }),
    output: v.object({ hasAccess: count, notAccess: count, accessing: count, accessFailed: count }),
    errors: [404],
    summary: 'How many buildings are connected, not connected, connecting, and failed.',
  },
  approveList: {
    method: 'GET',
    path: '/wuye/building/approveList',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ ...page(10), ...approvalFilter }),
    output: paged(buildingRow),
    summary: 'Buildings under approval or refused, newest first.',
  },
  approveStatistic: {
    method: 'GET',
    path: '/wuye/building/approveStatistic',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ ...page(10), ...approvalFilter }),
    output: v.object({ approving: count, refused: count }),
    summary: 'How many buildings are under approval and refused.',
  },
  complexes: {
    method: 'GET',
    path: '/wuye/building/complexes',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({}),
    output: v.array(v.string()),
    summary: 'Names of the complexes that the buildings in sight belong to, in order; a thousand at most.',
  },
  approveComplexes: {
    method: 'GET',
    path: '/wuye/building/approveComplexes',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({}),
    output: v.array(v.string()),
    summary: 'As `complexes`, of the buildings under approval or refused.',
  },
  approveDetail: {
    method: 'GET',
    path: '/wuye/building/approveDetail',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ buildingId: idInput }),
    output: v.object({
      id,
      name: v.string(),
      complexName: maybeText,
      provinceNo: maybeText,
      cityNo: maybeText,
      county: maybeText,
      streetNo: maybeText,
      address: maybeText,
      addressDetail: maybeText,
      gisX: maybeNumber,
      gisY: maybeNumber,
      area: maybeNumber,
      floorSpace: maybeNumber,
      height: maybeNumber,
      upperLevel: maybeNumber,
      underLevel: maybeNumber,
      heightId: numberCode,
      natureId: maybeText,
      constructId: maybeText,
      buildingYear: maybeNumber,
      approveStatus: numberCode,
      refuseReason: maybeText,
      /** From the province down, twelve digits each. */
      areaData: v.optional(v.array(v.string()), []),
      /** Changes whenever what was submitted does: sent back, it keeps a newer one from being overwritten. */
      version: v.optional(v.nullable(v.string()), null),
    }),
    errors: [404],
    summary: 'What was submitted about a building, to be corrected and submitted again.',
  },
  allList: {
    method: 'GET',
    path: '/wuye/building/all/list',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({ search, ...area, ...page(10) }),
    output: paged(v.object({ id, name: v.string() })),
    errors: [404],
    summary: 'Buildings in sight by name alone, for choosing one.',
  },
  release: {
    method: 'POST',
    path: '/wuye/building/delete',
    encoding: 'form',
    access: 'session',
    effect: true,
    input: v.object({ buildingId: idInput }),
    output: nothing,
    errors: [403, 404, 409],
    summary: 'Releases a building from the unit that answers for it.',
  },
  releaseProvider: {
    method: 'POST',
    path: '/wuye/building/deleteIsv',
    encoding: 'form',
    access: 'session',
    effect: true,
    input: v.object({ buildingId: idInput }),
    output: nothing,
    errors: [403, 404, 409],
    summary: 'Releases a building from its provider and clears all that is tied to it: points, states, connection.',
  },
  notice: {
    method: 'GET',
    path: '/field/v1/building/notice',
    encoding: 'query',
    access: 'gov',
    effect: false,
    input: v.object({ buildingId: idInput }),
    output: v.string(),
    errors: [404, 409],
    summary: 'The access notice of a building whose must-have items are all connected: `data` is the address of a PDF.',
  },
})

export type BuildingRow = v.InferOutput<typeof buildingRow>
export type BuildingPage = OutputOf<typeof building.list>
export type ApproveDetail = OutputOf<typeof building.approveDetail>
