/** A page nobody looks at paints nothing; nobody waits for it either. */
const LONGEST_MS = 100

/** Resolves once the screen has shown what it was last told. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      // Behind the painting of the frame.
      setTimeout(resolve)
    })
  })
}
