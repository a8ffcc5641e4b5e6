import type { LngLat } from '#contract/coordinates.ts'

/** A map that is open in an element; GCJ-02, as every map published in China. */
export interface OpenMap {
  /** Brings a place into its middle. */
  show(centre: LngLat<'GCJ02'>): void
  /** Draws it along by so many pixels, as a hand would. */
  pan(x: number, y: number): void
  zoom(steps: number): void
  close(): void
}

export interface MapStart {
  readonly centre: LngLat<'GCJ02'>
  /** A person moved the map and it came to rest; not told of what `show` does. Without it nobody can move the map. */
  readonly onRest: ((centre: LngLat<'GCJ02'>) => void) | undefined
}

/** A kind of map. @throws (rejects) where it can't be had: another kind then takes its place */
export interface MapAdapter {
  /** What people are told that they see; empty: it says so itself. */
  readonly notice: string
  open(element: HTMLElement, start: MapStart, signal: AbortSignal): Promise<OpenMap>
}
