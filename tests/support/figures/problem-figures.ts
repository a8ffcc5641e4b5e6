import { buildingDetail } from '#contract/building-detail.ts'
import { problem } from '#contract/problem.ts'
import { score } from '#contract/score.ts'
import { ids, ofBuilding, oneBuilding, problems, type Source } from './figure.ts'

type Status = 0 | 1 | ''

const byStatus = (solved: string, unsolved: string, all: string): (readonly [field: string, status: Status])[] => [
  [solved, 1],
  [unsolved, 0],
  [all, ''],
]

const isOf =
  (status: Status) =>
  ({ solved }: { readonly solved: boolean }) =>
    status === '' || solved === (status === 1)

export const PROBLEM_FIGURES = [
  {
    call: problem.facilityCounts,
    fields: ['resolvedNum', 'notSolvedNum', 'totalNum'],
    who: 'unit',
    input: ({ input }) => input,
    figures: (answer: Record<string, number>, scope, truth) =>
      byStatus('resolvedNum', 'notSolvedNum', 'totalNum').map(([field, questionStatus]) =>
        problems(
          field,
          answer[field]!,
          ids(truth.problems, isOf(questionStatus)),
          problem.facilityList,
          { ...scope.input, questionStatus },
          { exportStatus: 1 },
        ),
      ),
  },
  {
    call: problem.runCounts,
    fields: ['questionUnresolvedCount', 'solveCount', 'total'],
    who: 'unit',
    input: (scope) => (ofBuilding(scope) ? null : {}),
    figures: (answer: Record<string, number>, _scope, truth) =>
      byStatus('solveCount', 'questionUnresolvedCount', 'total').map(([field, questionStatus]) =>
        problems(
          field,
          answer[field]!,
          ids(truth.problems, isOf(questionStatus)),
          problem.runList,
          { questionStatus },
          { isExport: 1 },
        ),
      ),
  },
  {
    call: problem.itemCounts,
    fields: ['total', 'solveCount', 'unresolvedCount'],
    who: 'unit',
    input: (scope) => (ofBuilding(scope) ? null : {}),
    figures: (answer: Record<string, number>) =>
      byStatus('solveCount', 'unresolvedCount', 'total').map(([field, questionStatus]) => ({
        field,
        value: answer[field]!,
        ids: null,
        opens: { call: score.items, input: { questionStatus } },
      })),
  },
  {
    call: buildingDetail.detail,
    fields: ['exceptionNum'],
    who: 'unit',
    input: (scope) => (oneBuilding(scope) === null ? null : scope.input),
    figures: ({ exceptionNum }: { exceptionNum: number }, scope, truth) => [
      problems(
        'exceptionNum',
        exceptionNum,
        ids(truth.problems, ({ solved }) => !solved),
        problem.facilityList,
        { ...scope.input, questionStatus: 0 },
        { exportStatus: 1 },
      ),
    ],
  },
] as readonly Source[]
