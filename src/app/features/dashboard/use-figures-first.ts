import { useEffect, useLayoutEffect, useReducer } from 'react'
import { flushSync } from 'react-dom'
import { behindFrame } from '#app/lib/behind-frame.ts'
import { inTurn } from '#app/lib/in-turn.ts'
import { within } from '#app/offline/within.ts'
import { fetchChartCode, hasChartCode } from '#app/ui/chart-code.ts'

let hasPainted = false

/** What draws charts is waited for this long before any other card: on a later visit it is on the device. */
const WORTH_WAITING_MS = 150

/**
 * How much may follow the first figures: 0 until they stand on the screen, then group 1, the cards with charts; with the
 * charts on the screen too, or still on their way over a slow line, one group of cards more in each task, up to `groups`.
 * All at once, a slow device shows nothing for twice as long and answers no tap; in React's own slices, a frame is
 * painted between every two of them. Everything from the start on later visits.
 */
export function useFiguresFirst(groups: number): number {
  const [shown, showNext] = useReducer((before: number) => before + 1, hasPainted ? groups : 0)
  // Asked for with the drawing itself: React's other effects come behind its frame, and the next frame is another one.
  useLayoutEffect(() => {
    if (shown > 0) return
    return inSteps((then) =>
      then(behindFrame, () => {
        hasPainted = true
        void within(WORTH_WAITING_MS, fetchChartCode()).then(() => showMore(then, showNext))
      }),
    )
  }, [shown])
  useEffect(() => {
    if (shown === 0 || shown === groups) return
    return inSteps((then) => {
      if (shown > 1) showMore(then, showNext)
      else then(inTurn, () => then(behindFrame, () => showMore(then, showNext)))
    })
  }, [shown, groups])
  return shown
}

type Then = (step: (run: () => void) => () => void, run: () => void) => void

/** At once, or it is drawn together with the next chart; leaving room, or charts that have come wait for it all. */
function showMore(then: Then, showNext: () => void): void {
  then(hasChartCode() ? inTurn : behindFrame, () => flushSync(showNext))
}

/** @returns what takes back the step that is waited for, and all that would follow it */
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
