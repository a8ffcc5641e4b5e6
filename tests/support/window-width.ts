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

export const onWideScreen = (): void => inTest(true)
export const onPhone = (): void => inTest(false)

export function turnable(width: number): (to: number) => void {
  const tell = new Map<unknown, () => void>()
  let now = width
  const media = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const [, bound, limit] = /(min|max)-width: (\d+)/.exec(query) ?? []
    const matches = () => bound !== undefined && (bound === 'min' ? now >= Number(limit) : now <= Number(limit))
    return {
      media: query,
      get matches() {
        return matches()
      },
      addEventListener: (_: string, listener: (event: object) => void) =>
        tell.set(listener, () => listener({ matches: matches() })),
      removeEventListener: (_: string, listener: unknown) => tell.delete(listener),
    } as unknown as MediaQueryList
  })
  onTestFinished(() => media.mockRestore())
  return (to) => {
    now = to
    for (const change of tell.values()) change()
  }
}

function inTest(isWide: boolean): void {
  const media = answer(() => isWide)
  onTestFinished(() => media.mockRestore())
}
