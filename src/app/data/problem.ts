import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { type FacilityProblem, type FacilityProblemPage, problem, type RunProblemPage } from '#contract/problem.ts'
import { CallError } from '#app/lib/call.ts'
import { writeQueued } from '#app/offline/outbox/write-queued.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

type ListInput = Omit<InputOf<typeof problem.facilityList>, 'exportStatus'>

type RunInput = Omit<InputOf<typeof problem.runList>, 'isExport'>

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
  runCounts: (input: InputOf<typeof problem.runCounts>) => queryOf(problem.runCounts, input),
  itemCounts: (input: InputOf<typeof problem.itemCounts>) => queryOf(problem.itemCounts, input),
  runList: (input: RunInput) =>
    queryOptions({
      ...queryOf(problem.runList, { ...input, isExport: 0 }),
      select: (answer): RunProblemPage => (typeof answer === 'string' ? { list: [], total: 0 } : answer),
      // What somebody looked for once is not worth the device's room.
      meta: { keep: !input.startSolveTime && !input.endSolveTime },
    }),
}

/** Has the file made; answers the address it can be fetched from once. */
export async function exportFacilityProblems(input: ListInput): Promise<string> {
  return fileOf(await send(problem.facilityList, { ...input, exportStatus: 1 }))
}

/** As {@link exportFacilityProblems}, for the problem statistics. */
export async function exportRunProblems(input: RunInput): Promise<string> {
  return fileOf(await send(problem.runList, { ...input, isExport: 1 }))
}

function fileOf(answer: unknown): string {
  if (typeof answer !== 'string' || answer === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(answer)
}

/** URL fragment of a building's to-do tab that selects the unresolved ones. */
export const UNRESOLVED_TODOS = 'unresolved'

/** A to-do among what waits on the device. */
export const todoThing = (id: string) => `problem:${id}`

/** Marks a to-do as processed, or keeps that on the device until it can be sent. */
export async function processTodo(client: QueryClient, todo: FacilityProblem) {
  const written = await writeQueued(
    problem.deal,
    { id: todo.id },
    {
      thing: todoThing(todo.id),
      label: `处理待办：${todo.itemDesc}`,
      place: todo.buildingName,
      page: `/buildDetail/${todo.buildingId}/1/todoInfo`,
    },
  )
  void client.invalidateQueries({ queryKey: [problem.facilityList.id] })
  return written
}
