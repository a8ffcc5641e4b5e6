import { useEffect, useLayoutEffect, useReducer } from 'react'
import { flushSync } from 'react-dom'
import { FIRST_FIGURE } from '#app/lib/first-figure.ts'
import { afterPaint } from '#app/scheduling/after-paint.ts'
import { queueTask } from '#app/scheduling/task-queue.ts'
import { fulfilsWithin } from '#app/scheduling/with-timeout.ts'
import { fetchChartCode, hasChartCode } from '#app/ui/chart-code.ts'

let hasPainted = false

/** Of the chart code; later cached. */
const WORTH_WAITING_MS = 150

/**
 * 0 until the first figures are painted, then a group per task: all at once block a slow device.
 */
export function useFiguresFirst(groups: number): number {
  const [shown, showNext] = useReducer((before: number) => before + 1, hasPainted ? groups : 0)
  // Before the paint; a passive effect waits a frame.
  useLayoutEffect(() => {
    if (shown > 0) return
    return inSteps((then) =>
      then(afterPaint, () => {
        hasPainted = true
        performance.mark(FIRST_FIGURE)
        void fulfilsWithin(WORTH_WAITING_MS, fetchChartCode()).then(() => showMore(then, showNext))
      }),
    )
  }, [shown])
  useEffect(() => {
    if (shown === 0 || shown === groups) return
    return inSteps((then) => {
      if (shown > 1) showMore(then, showNext)
      else then(queueTask, () => then(afterPaint, () => showMore(then, showNext)))
    })
  }, [shown, groups])
  return shown
}

type Then = (step: (run: () => void) => () => void, run: () => void) => void

/** Arriving charts do not wait for all groups. `flushSync`: separate renders. */
function showMore(then: Then, showNext: () => void): void {
  then(hasChartCode() ? queueTask : afterPaint, () => flushSync(showNext))
}

/** @returns cancels */
function inSteps(begin: (then: Then) => void): () => void {
  let [isWanted, takeBack] = [true, () => {}]
  begin((step, run) => {
    if (isWanted) takeBack = step(run)
  })
  return () => {
    isWanted = false
    takeBack()
  }
}
