import type { LngLat } from '#contract/coordinates.ts'

/** GCJ-02: every map in China. */
export interface OpenMap {
  show(centre: LngLat<'GCJ02'>): void
  /** In pixels. */
  pan(x: number, y: number): void
  zoom(steps: number): void
  close(): void
}

export interface MapStart {
  readonly centre: LngLat<'GCJ02'>
  /** Not after `show`. Without it static. */
  readonly onRest: ((centre: LngLat<'GCJ02'>) => void) | undefined
}

/** `open` rejects if unavailable. */
export interface MapAdapter {
  /** Empty: the map has its own. */
  readonly notice: string
  open(element: HTMLElement, start: MapStart, signal: AbortSignal): Promise<OpenMap>
}
