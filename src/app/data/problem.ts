import { queryOptions } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { problem } from '#contract/problem.ts'
import { CallError } from '#app/lib/call.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

type ListInput = Omit<InputOf<typeof problem.facilityList>, 'exportStatus'>

export const problemQuery = {
  facilityCounts: (input: InputOf<typeof problem.facilityCounts>) => queryOf(problem.facilityCounts, input),
  facilityList: (input: ListInput) =>
    queryOptions({
      ...queryOf(problem.facilityList, { ...input, exportStatus: 0 }),
      select: (answer) => (typeof answer === 'string' ? { list: [], total: 0 } : answer),
    }),
}

/** Has the file made; answers the address it can be fetched from once. */
export async function exportFacilityProblems(input: ListInput): Promise<string> {
  const answer = await send(problem.facilityList, { ...input, exportStatus: 1 })
  if (typeof answer !== 'string' || answer === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(answer)
}
