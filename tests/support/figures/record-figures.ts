import { dashboard } from '#contract/dashboard.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { record } from '#contract/record.ts'
import { building } from '#contract/building.ts'
import { type Figure, ids, ofBuilding, oneBuilding, type Row, type Source } from './figure.ts'
import type { Truth } from './truth.ts'

const LISTS: Readonly<Record<number, Endpoint>> = {
  1: record.fires,
  2: record.faults,
  3: record.shields,
  4: record.actions,
}
const KINDS = ['', 'fire', 'fault', 'shield', 'action']
interface Item {
  readonly apiId: string
  readonly apiType: number | null
  readonly pointNum: number
  readonly onlinePointNum: number
  readonly exceptionNum: number
  readonly openRecordNum: number | null
}

function itemFigures(prefix: string, items: readonly Item[], relationId: string, truth: Truth): Figure[] {
  return items.flatMap((item) => {
    const apiId = Number(item.apiId)
    const mine = truth.points.filter(({ api }) => api === apiId)
    const numbers = new Set(ids(mine))
    const list = LISTS[item.apiType ?? 0]
    const open = truth.events.filter(
      (event) => event.open && event.api === apiId && event.kind === KINDS[item.apiType ?? 0],
    )
    return [
      { field: `${prefix}pointNum`, value: item.pointNum, ids: ids(mine), opens: null },
      {
        field: `${prefix}onlinePointNum`,
        value: item.onlinePointNum,
        ids: ids(mine, ({ online }) => online),
        opens: null,
      },
      {
        field: `${prefix}exceptionNum`,
        value: item.exceptionNum,
        ids: ids(truth.problems, ({ solved, point }) => !solved && point !== null && numbers.has(point)),
        opens: null,
      },
      ...(list && item.pointNum > 0
        ? [
            {
              field: `${prefix}openRecordNum`,
              value: item.openRecordNum ?? Number.NaN,
              ids: ids(open),
              opens: { call: list, input: { apiId, relationId }, only: ({ status }: Row) => status === 0, id: 'id' },
            },
          ]
        : []),
    ]
  })
}

export const RECORD_FIGURES = [
  ...([building.list, building.approveList] as const).map((call): Source => ({
    call,
    fields: ['list[].pointNum'],
    who: 'all',
    input: (scope) =>
      ofBuilding(scope) || (call === building.approveList && Object.keys(scope.input).length > 0)
        ? null
        : { ...(call === building.list && scope.listInput), pageSize: 5 },
    figures: ({ list }: { list: readonly { id: string; pointNum: number }[] }, _scope, { points }) =>
      list.map(({ id, pointNum }) => ({
        field: 'list[].pointNum',
        value: pointNum,
        ids: ids(points, (point) => point.building === id),
        opens: { call: dashboard.points, input: { buildingId: id }, id: 'id' },
      })),
  })),
  {
    call: record.must,
    fields: ['pointNum', 'onlinePointNum', 'exceptionNum', 'openRecordNum'].map((field) => `[].apiTypeVOS[].${field}`),
    who: 'unit',
    input: (scope) => (oneBuilding(scope) === null ? null : scope.input),
    figures: (groups: readonly { apiTypeVOS: readonly Item[] }[], scope, truth) =>
      groups.flatMap(({ apiTypeVOS }) => itemFigures('[].apiTypeVOS[].', apiTypeVOS, oneBuilding(scope)!, truth)),
  },
  {
    call: record.items,
    fields: ['pointNum', 'onlinePointNum', 'exceptionNum', 'openRecordNum'].map((field) => `[].${field}`),
    who: 'unit',
    input: (scope) => (oneBuilding(scope) === null ? null : { ...scope.input, systemId: 1 }),
    figures: (items: readonly Item[], scope, truth) => itemFigures('[].', items, oneBuilding(scope)!, truth),
  },
  {
    call: record.systems,
    fields: ['[].pointNum', '[].onlinePointNum', '[].exceptionNum'],
    who: 'unit',
    input: (scope) => (oneBuilding(scope) === null ? null : scope.input),
    figures: (
      systems: readonly { systemId: string; pointNum: number; onlinePointNum: number; exceptionNum: number }[],
      _scope,
      truth,
    ) =>
      systems.flatMap(({ systemId, pointNum, onlinePointNum, exceptionNum }) => {
        const mine = truth.points.filter(({ system }) => String(system) === systemId)
        const numbers = new Set(ids(mine))
        const open = ids(truth.problems, ({ solved, point }) => !solved && point !== null && numbers.has(point))
        return [
          { field: '[].pointNum', value: pointNum, ids: ids(mine), opens: null },
          { field: '[].onlinePointNum', value: onlinePointNum, ids: ids(mine, ({ online }) => online), opens: null },
          { field: '[].exceptionNum', value: exceptionNum, ids: open, opens: null },
        ]
      }),
  },
] as readonly Source[]
