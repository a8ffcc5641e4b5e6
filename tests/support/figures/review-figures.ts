import { message } from '#contract/message.ts'
import { provider } from '#contract/provider.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { UNIT_CONDITIONS, unitManagement } from '#contract/unit-management.ts'
import { ids, type Source } from './figure.ts'

export const REVIEW_FIGURES = [
  {
    call: unitManagement.statistics,
    fields: ['[].count', '[].fire', '[].accountless'],
    who: 'gov',
    input: (scope) => (Object.keys(scope.input).length > 0 ? null : {}),
    figures: (answer: OutputOf<typeof unitManagement.statistics>, _scope, { units }) => {
      const opens = (input: object) => ({
        call: unitManagement.list,
        input,
        id: 'id',
        file: { call: unitManagement.export, input },
      })
      return answer.flatMap(({ unitType, count, ...conditions }) => [
        {
          field: '[].count',
          value: count,
          ids: ids(units, ({ type }) => unitType === 0 || type === unitType),
          opens: opens(unitType === 0 ? {} : { unitType }),
        },
        ...UNIT_CONDITIONS.flatMap((condition) => {
          const value = conditions[condition]
          if (value === undefined) return []
          return {
            field: `[].${condition}`,
            value,
            ids: ids(units, (one) => one[condition]),
            opens: opens({ condition }),
          }
        }),
      ])
    },
  },
  {
    call: provider.reviewCounts,
    fields: ['[].num'],
    who: 'gov2',
    input: (scope) => (Object.keys(scope.input).length > 0 ? null : {}),
    figures: (answer: readonly { status: number; num: number }[], _scope, { providers }) =>
      answer.map(({ status, num }) => ({
        field: '[].num',
        value: num,
        ids: ids(providers, (one) => one.status === status),
        opens: { call: provider.list, input: { status }, file: { call: provider.export, input: { status } } },
      })),
  },
  {
    call: provider.dockingCounts,
    fields: ['[].num'],
    who: 'gov2',
    input: (scope) => (Object.keys(scope.input).length > 0 ? null : {}),
    figures: (answer: readonly { accessStatus: number; num: number }[], _scope, { providers }) =>
      answer.map(({ accessStatus, num }) => ({
        field: '[].num',
        value: num,
        ids: ids(providers, ({ docking }) => docking === accessStatus),
        opens: {
          call: provider.list,
          input: { accessStatus },
          file: { call: provider.export, input: { accessStatus } },
        },
      })),
  },
  {
    call: message.unreadCount,
    fields: ['unreadNum'],
    who: 'all',
    input: (scope) => (Object.keys(scope.input).length > 0 ? null : {}),
    figures: ({ unreadNum }: { unreadNum: number }, _scope, { unread }) => [
      { field: 'unreadNum', value: unreadNum, ids: unread, opens: { call: message.list, input: { readState: 0 } } },
    ],
  },
] as readonly Source[]
