import { buildingDetail } from '#contract/building-detail.ts'
import { problem } from '#contract/problem.ts'
import { score } from '#contract/score.ts'
import { ids, ofBuilding, oneBuilding, problems, type Source } from './figure.ts'

export const PROBLEM_FIGURES = [
  {
    call: problem.facilityCounts,
    fields: ['resolvedNum', 'notSolvedNum', 'totalNum'],
    who: 'unit',
    input: ({ input }) => input,
    figures: (answer: Record<string, number>, scope, truth) =>
      (
        [
          ['resolvedNum', 1],
          ['notSolvedNum', 0],
          ['totalNum', ''],
        ] as const
      ).map(([field, questionStatus]) =>
        problems(
          field,
          answer[field]!,
          ids(truth.problems, ({ solved }) => questionStatus === '' || solved === (questionStatus === 1)),
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
      (
        [
          ['solveCount', 1],
          ['questionUnresolvedCount', 0],
          ['total', ''],
        ] as const
      ).map(([field, questionStatus]) =>
        problems(
          field,
          answer[field]!,
          ids(truth.problems, ({ solved }) => questionStatus === '' || solved === (questionStatus === 1)),
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
      (
        [
          ['solveCount', 1],
          ['unresolvedCount', 0],
          ['total', ''],
        ] as const
      ).map(([field, questionStatus]) => ({
        field,
        value: answer[field]!,
        // Runs of days: tests/api/score-items.test.ts counts them by itself.
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
