/** Longest wait for one step of the browser's storage. */
export const STORAGE_MS = 3000

/** Said by {@link withLimit}. */
export class TooLate extends Error {}

/**
 * Waits for a step, but no longer than it may take; the step itself continues.
 * @throws TooLate after the limit, else what the step throws
 */
export async function withLimit<T>(ms: number, step: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate()), ms)
  })
  try {
    return await Promise.race([step, late])
  } finally {
    clearTimeout(timer)
  }
}

/** As {@link withLimit}. @returns whether the step ended well and in time; never rejects */
export const within = (ms: number, step: Promise<unknown>): Promise<boolean> =>
  withLimit(ms, step).then(
    () => true,
    () => false,
  )
