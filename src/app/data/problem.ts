import { currentSession } from '#app/session/session.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { type FacilityProblemPage, type ListedProblem, problem } from '#contract/problem.ts'
import type { UnsentWrite } from '#app/offline/outbox/unsent-write.ts'
import { CallError } from '#app/lib/call.ts'
import { refusedSeq } from '#app/offline/outbox/outbox-state.ts'
import { writeQueued } from '#app/offline/outbox/write-queued.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

type AllInput = InputOf<typeof problem.list>

type ListInput = Omit<InputOf<typeof problem.facilityList>, 'exportStatus'>

type RunInput = Omit<InputOf<typeof problem.runList>, 'isExport'>

/** A string is an export's URL. */
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
  list: (input: AllInput) => ({
    ...queryOf(problem.list, input),
    // Filtered results are not persisted, to save storage.
    meta: { keep: !input.search && !input.startSolveTime && !input.endSolveTime },
  }),
  one: (id: string) => queryOf(problem.one, { id }),
}

export async function exportFacilityProblems(input: ListInput): Promise<string> {
  return fileOf(await send(problem.facilityList, { ...input, exportStatus: 1 }))
}

export async function exportRunProblems(input: RunInput): Promise<string> {
  return fileOf(await send(problem.runList, { ...input, isExport: 1 }))
}

function fileOf(answer: unknown): string {
  if (typeof answer !== 'string' || answer === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(answer)
}

/** Entity key: writes of one problem are sent in the order they were made. */
export const problemKey = (id: string) => `problem:${id}`

export type NamedProblem = Pick<ListedProblem, 'id' | 'itemDesc' | 'buildingName' | 'buildingId'>

const aboutWrite = (of: NamedProblem, label: string) => ({
  thing: problemKey(of.id),
  label: `${label}：${of.itemDesc}`,
  place: of.buildingName,
  page: `/buildDetail/${of.buildingId}/1/todoInfo`,
  replaces: refusedSeq(problemKey(of.id)),
})

export function refreshProblems(client: QueryClient): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [call] }) => typeof call === 'string' && call.startsWith('problem.'),
  })
}

/** Queued while offline. */
export const handleProblem = (of: NamedProblem, note: string) =>
  writeQueued(problem.handle, { id: of.id, note }, aboutWrite(of, '处理问题'))

/** Queued after the handling if that is still unsent. */
export const undoProblem = (of: NamedProblem) =>
  writeQueued(problem.undo, { id: of.id }, aboutWrite(of, '撤销处理问题'))

export interface WaitingHandling {
  /** The last unsent write; null without one. */
  readonly act: 'handle' | 'undo' | null
  readonly refused: string | null
}

export function waitingHandling(writes: readonly UnsentWrite[], id: string): WaitingHandling {
  let waiting: WaitingHandling = { act: null, refused: null }
  for (const { call, thing, state, reason } of writes)
    if (thing === problemKey(id))
      waiting =
        state === 'refused'
          ? { act: null, refused: reason ?? '' }
          : { ...waiting, act: call.id === problem.undo.id ? 'undo' : 'handle' }
  return waiting
}

/** Empty: all (authority). Source: document 2, section 2. */
export function todosOwner(): string {
  const user = currentSession()?.user
  return user?.role === 'government' ? '' : (user?.lawCompanyId ?? '')
}
