import { afterEach, beforeEach, onTestFinished, vi } from 'vitest'

const answer = (isWide: () => boolean) =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        matches: media.includes('min-width') && isWide(),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  )

/** Before each test the window is as wide as `isWideAtFirst` says: happy-dom has no layout. */
export function windowWidth(isWideAtFirst: boolean): { isWide: boolean } {
  const state = { isWide: isWideAtFirst }
  beforeEach(() => {
    state.isWide = isWideAtFirst
    answer(() => state.isWide)
  })
  afterEach(() => void vi.restoreAllMocks())
  return state
}

/** In one test; before it the window is a tablet's. */
export const onWideScreen = (): void => inTest(true)
export const onPhone = (): void => inTest(false)

function inTest(isWide: boolean): void {
  const media = answer(() => isWide)
  onTestFinished(() => media.mockRestore())
}
