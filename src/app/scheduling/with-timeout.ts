export const STORAGE_MS = 3000

export class TimeoutError extends Error {}

/** The operation continues. @throws TimeoutError, or its own error */
export async function withTimeout<T>(ms: number, step: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), ms)
  })
  try {
    return await Promise.race([step, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Never rejects. */
export const fulfilsWithin = (ms: number, step: Promise<unknown>): Promise<boolean> =>
  withTimeout(ms, step).then(
    () => true,
    () => false,
  )
