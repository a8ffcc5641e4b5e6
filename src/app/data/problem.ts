import { queryOptions } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { type FacilityProblemPage, problem } from '#contract/problem.ts'
import { CallError } from '#app/lib/call.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

type ListInput = Omit<InputOf<typeof problem.facilityList>, 'exportStatus'>

/** A list's page; an address, which only an export answers, is none. */
export const asPage = (answer: OutputOf<typeof problem.facilityList>): FacilityProblemPage =>
  typeof answer === 'string' ? { list: [], total: 0 } : answer

export const problemQuery = {
  facilityCounts: (input: InputOf<typeof problem.facilityCounts>) => queryOf(problem.facilityCounts, input),
  facilityList: (input: ListInput) =>
    queryOptions({
      ...queryOf(problem.facilityList, { ...input, exportStatus: 0 }),
      select: asPage,
    }),
}

/** Has the file made; answers the address it can be fetched from once. */
export async function exportFacilityProblems(input: ListInput): Promise<string> {
  const answer = await send(problem.facilityList, { ...input, exportStatus: 1 })
  if (typeof answer !== 'string' || answer === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(answer)
}
