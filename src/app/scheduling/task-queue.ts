import { yieldTask } from './yield-task.ts'

const waiting: (() => void)[] = []
let isRunning = false

function runNext(): void {
  const draw = waiting.shift()
  isRunning = draw !== undefined
  if (!draw) return
  yieldTask(() => {
    try {
      draw()
    } finally {
      runNext()
    }
  })
}

/** One render per task: together they block input, one per frame repaints for each. @returns cancels the run */
export function queueTask(draw: () => void): () => void {
  let isWanted = true
  waiting.push(() => {
    if (isWanted) draw()
  })
  if (!isRunning) runNext()
  return () => {
    isWanted = false
  }
}
