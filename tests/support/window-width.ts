import { afterEach, beforeEach, vi } from 'vitest'

/** Before each test the window is as wide as `isWideAtFirst` says: happy-dom has no layout. */
export function windowWidth(isWideAtFirst: boolean): { isWide: boolean } {
  const state = { isWide: isWideAtFirst }
  beforeEach(() => {
    state.isWide = isWideAtFirst
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          media,
          matches: media.includes('min-width') && state.isWide,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    )
  })
  afterEach(() => void vi.restoreAllMocks())
  return state
}
