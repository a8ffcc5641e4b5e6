interface Scheduler {
  postTask(run: () => void, options: { priority: 'user-blocking' }): Promise<void>
}

/** Chromium 94 and later. */
const scheduler = (globalThis as { scheduler?: Partial<Scheduler> }).scheduler

/** Input is handled in between; repaints are slow on weak devices. @returns cancels the run */
export function yieldTask(run: () => void): () => void {
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
