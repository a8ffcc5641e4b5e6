import { useState } from 'react'
import { processes, whyNotProcessed } from '#contract/problem.rules.ts'
import type { ListedProblem } from '#contract/problem.ts'
import { waitingHandling } from '#app/data/problem.ts'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'
import { actorOf, useSession } from '#app/session/session.ts'

export interface Tick {
  readonly isTicked: boolean
  onTick(isTicked: boolean): void
}

export function useTickedProblems(rows: readonly ListedProblem[]) {
  const writes = useWaitingWrites()
  const actor = actorOf(useSession())
  const [ticked, setTicked] = useState<readonly string[] | null>(null)
  const mayPick = actor !== null && processes(actor.role)
  const pickable = mayPick
    ? rows.filter(
        (row) =>
          row.questionStatus === 0 &&
          !row.alarmId &&
          whyNotProcessed(row) === null &&
          waitingHandling(writes, row.id).act === null,
      )
    : []
  return {
    isOn: ticked !== null,
    mayPick,
    pickable,
    chosen: pickable.filter((row) => ticked?.includes(row.id)),
    setTicked,
    tickOf: (row: ListedProblem): Tick | undefined =>
      ticked && pickable.includes(row)
        ? {
            isTicked: ticked.includes(row.id),
            onTick: (isTicked) => setTicked(isTicked ? [...ticked, row.id] : ticked.filter((one) => one !== row.id)),
          }
        : undefined,
  }
}

export type TickedProblems = ReturnType<typeof useTickedProblems>
