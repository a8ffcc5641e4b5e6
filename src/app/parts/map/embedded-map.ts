import type { Outline } from '#app/lib/gazetteer.ts'
import type { MapAdapter } from './map-adapter.ts'

/** The map that ships with the app; its library comes with the first map that is opened. */
export const embeddedMap = (outlines: readonly Outline[]): MapAdapter => ({
  notice: '示意图',
  async open(element, start, signal) {
    const { openOutlineMap } = await import('./outline-map.ts')
    if (signal.aborted) throw new Error('The map is closed')
    return openOutlineMap(element, outlines, start)
  },
})
