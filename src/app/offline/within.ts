/**
 * Waits for a step, but no longer than it may take; the step itself goes on.
 * @returns whether it ended well and in time; never rejects
 */
export async function within(ms: number, step: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const done = step.then(
    () => true,
    () => false,
  )
  const isDone = await Promise.race([done, late])
  clearTimeout(timer)
  return isDone
}
