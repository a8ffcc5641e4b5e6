import { nextTask } from './next-task.ts'

const waiting: (() => void)[] = []
let isRunning = false

function runNext(): void {
  const draw = waiting.shift()
  isRunning = draw !== undefined
  if (!draw) return
  nextTask(() => {
    try {
      draw()
    } finally {
      runNext()
    }
  })
}

/**
 * Pieces of drawing, one a task, in the order in which they are asked for: all at once, a slow device answers no tap for
 * half a second; one a frame, each waits for the page to be painted anew.
 * @returns what takes the piece back while it has not been drawn
 */
export function inTurn(draw: () => void): () => void {
  let isWanted = true
  waiting.push(() => {
    if (isWanted) draw()
  })
  if (!isRunning) runNext()
  return () => {
    isWanted = false
  }
}
