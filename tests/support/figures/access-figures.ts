import { authority } from '#contract/authority.ts'
import { dashboard } from '#contract/dashboard.ts'
import { building, UNCONNECTED } from '#contract/building.ts'
import { buildingList, type Figure, ids, isUnit, ofBuilding, type Ids, type Source } from './figure.ts'
import type { Scope, Truth } from './truth.ts'

function accessCounts(
  scope: Scope,
  { buildings }: Truth,
  of: Record<string, number>,
  fields: { all: string; accessed: string; accessing: string; none: string; failed?: string; rates: readonly string[] },
): Figure[] {
  const counted = buildings.filter(({ counts }) => counts)
  const of3 = {
    accessed: ids(counted, ({ access }) => access === 1),
    accessing: ids(counted, ({ access }) => access === 2),
    none: ids(counted, ({ access }) => access === 0 || access === 3),
  }
  const count = (field: string, rows: Ids, more: object): Figure => ({
    field,
    value: of[field]!,
    ids: rows,
    opens: buildingList(scope, more),
  })
  return [
    count(fields.all, ids(counted), {}),
    count(fields.accessed, of3.accessed, { isAccess: 1 }),
    count(fields.accessing, of3.accessing, { isAccess: 2 }),
    count(fields.none, of3.none, { isAccess: UNCONNECTED }),
    ...(fields.failed
      ? [
          count(
            fields.failed,
            ids(counted, ({ access }) => access === 3),
            { isAccess: 3 },
          ),
        ]
      : []),
    ...fields.rates.map((field, at) => ({
      field,
      value: of[field]!,
      ids: [of3.accessed, of3.accessing, of3.none][at]!,
      whole: ids(counted),
      opens: null,
    })),
  ]
}

export const ACCESS_FIGURES = [
  {
    call: dashboard.accessOverview,
    fields: [
      'totalCount',
      'accessedCount',
      'accessingCount',
      'noAccessCount',
      'accessFailedCount',
      'totalAccessedPercentage',
      'totalAccessingPercentage',
      'totalNoAccessPercentage',
    ],
    who: 'all',
    input: (scope) => (ofBuilding(scope) ? null : isUnit(scope) ? {} : scope.input),
    figures: (answer, scope, truth) =>
      accessCounts(scope, truth, answer, {
        all: 'totalCount',
        accessed: 'accessedCount',
        accessing: 'accessingCount',
        none: 'noAccessCount',
        failed: 'accessFailedCount',
        rates: ['totalAccessedPercentage', 'totalAccessingPercentage', 'totalNoAccessPercentage'],
      }),
  },
  {
    call: dashboard.buildingAccess,
    fields: [
      'buildingNum',
      'buildingCompleteAccessNumber',
      'buildingProcessingAccessNumber',
      'buildingUndoneAccessNumber',
      'buildingCompleteAccessRate',
      'buildingProcessingAccessRate',
      'buildingUndoneAccessRate',
    ],
    who: 'unit',
    input: (scope) => (ofBuilding(scope) ? null : {}),
    figures: (answer, scope, truth) =>
      accessCounts(scope, truth, answer, {
        all: 'buildingNum',
        accessed: 'buildingCompleteAccessNumber',
        accessing: 'buildingProcessingAccessNumber',
        none: 'buildingUndoneAccessNumber',
        rates: ['buildingCompleteAccessRate', 'buildingProcessingAccessRate', 'buildingUndoneAccessRate'],
      }),
  },
  {
    call: dashboard.unitTypes,
    fields: ['[].count'],
    who: 'unit',
    input: (scope) => (ofBuilding(scope) ? null : {}),
    figures: (answer: readonly { type: number; count: number }[], _scope, { tenants }) =>
      answer.map(({ type, count }) => ({
        field: '[].count',
        value: count,
        // Type 4 includes all types other than 1–3.
        ids: tenants
          .filter((tenant) => (type === 4 ? ![1, 2, 3].includes(tenant.type ?? 0) : tenant.type === type))
          .map(({ unit }) => unit),
        opens: { call: dashboard.settled, input: { type }, id: 'lawCompanyId' },
      })),
  },
  {
    call: dashboard.providers,
    fields: ['[].value', '[].percentage'],
    who: 'unit',
    input: (scope) => (ofBuilding(scope) ? null : {}),
    figures: (answer: readonly { id: string; value: number; percentage: number }[], scope, { buildings }) => {
      const served = ids(buildings, ({ provider: by }) => by !== null)
      return answer.flatMap(({ id: isvId, value, percentage }) => {
        const mine = ids(buildings, ({ provider: by }) => by === isvId)
        return [
          { field: '[].value', value, ids: mine, opens: buildingList(scope, { isvId }) },
          { field: '[].percentage', value: percentage, ids: mine, whole: served, opens: null },
        ]
      })
    },
  },
  {
    call: authority.isvRanking,
    fields: ['[].buildingCount', '[].percentage'],
    who: 'gov',
    input: ({ input }) => input,
    figures: (
      answer: readonly { isvId: string; buildingCount: number; percentage: number }[],
      scope,
      { buildings },
    ) => {
      const counted = buildings.filter(({ counts }) => counts)
      const served = ids(counted, ({ provider: by }) => by !== null)
      return answer.flatMap(({ isvId, buildingCount, percentage }) => {
        const mine = ids(counted, ({ provider: by }) => by === isvId)
        return [
          { field: '[].buildingCount', value: buildingCount, ids: mine, opens: buildingList(scope, { isvId }) },
          { field: '[].percentage', value: percentage, ids: mine, whole: served, opens: null },
        ]
      })
    },
  },
  {
    call: dashboard.areaRanking,
    fields: ['[].accessPercentage'],
    who: 'gov',
    input: ({ input }) => ({ ...input, rankType: 0 }),
    figures: (answer: readonly { areaCode: string; accessPercentage: number }[], scope, { buildings }) =>
      answer.map(({ areaCode, accessPercentage }) => {
        const own = buildings.filter(({ counts, county }) => counts && county === areaCode)
        return {
          field: '[].accessPercentage',
          value: accessPercentage,
          ids: ids(own, ({ access }) => access === 1),
          whole: ids(own),
          opens: buildingList(scope, { county: areaCode, isAccess: 1 }),
        }
      }),
  },
  {
    call: authority.streetRanking,
    fields: ['[].accessPercentage'],
    who: 'gov',
    input: ({ input }) => input,
    figures: (answer: readonly { areaCode: string; accessPercentage: number }[], scope, { buildings }) =>
      answer.map(({ areaCode, accessPercentage }) => {
        const own = buildings.filter(({ counts, street }) => counts && street === areaCode)
        const more = { county: areaCode.slice(0, 6), street: areaCode, isAccess: 1 }
        return {
          field: '[].accessPercentage',
          value: accessPercentage,
          ids: ids(own, ({ access }) => access === 1),
          whole: ids(own),
          opens: buildingList(scope, more),
        }
      }),
  },
  {
    call: building.headStatistics,
    fields: ['hasAccess', 'notAccess', 'accessing', 'accessFailed'],
    who: 'all',
    input: (scope) => (ofBuilding(scope) ? null : scope.listInput),
    figures: (answer: Record<string, number>, scope, { buildings }) =>
      (
        [
          ['hasAccess', 1],
          ['notAccess', 0],
          ['accessing', 2],
          ['accessFailed', 3],
        ] as const
      ).map(([field, isAccess]) => ({
        field,
        value: answer[field]!,
        ids: ids(buildings, ({ counts, access }) => counts && access === isAccess),
        opens: buildingList(scope, { isAccess }),
      })),
  },
  {
    call: building.approveStatistic,
    fields: ['approving', 'refused'],
    who: 'all',
    // The list has no area parameter.
    input: (scope) => (Object.keys(scope.input).length > 0 ? null : {}),
    figures: (answer: Record<string, number>, _scope, { buildings }) =>
      (
        [
          ['approving', 0],
          ['refused', 1],
        ] as const
      ).map(([field, approveStatus]) => ({
        field,
        value: answer[field]!,
        ids: ids(buildings, ({ approve }) => approve === approveStatus),
        opens: { call: building.approveList, input: { approveStatus }, id: 'id' },
      })),
  },
] as readonly Source[]
