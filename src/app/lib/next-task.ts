interface Scheduler {
  postTask(run: () => void, options: { priority: 'user-blocking' }): Promise<void>
}

/** Chromium has it from 94 on. */
const scheduler = (globalThis as { scheduler?: Partial<Scheduler> }).scheduler

/**
 * Runs a piece of drawing in a task of its own, so that a tap between two pieces is answered. What comes before the next
 * frame there is one frame's work: painted after each piece, a slow device draws the same page many times.
 * @returns what takes it back while it has not run
 */
export function nextTask(run: () => void): () => void {
  let isWanted = true
  const runWanted = () => {
    if (isWanted) run()
  }
  if (scheduler?.postTask) void scheduler.postTask(runWanted, { priority: 'user-blocking' })
  else setTimeout(runWanted)
  return () => {
    isWanted = false
  }
}
