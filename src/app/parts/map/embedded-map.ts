import type { Outline } from '#app/lib/gazetteer.ts'
import type { MapAdapter } from './map-adapter.ts'

export const embeddedMap = (outlines: readonly Outline[]): MapAdapter => ({
  notice: '示意图',
  async open(element, start, signal) {
    const { openOutlineMap } = await import('./outline-map.ts')
    if (signal.aborted) throw new Error('The map is closed')
    return openOutlineMap(element, outlines, start)
  },
})
