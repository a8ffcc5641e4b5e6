export const VISITS_PATH = '/field/v1/visits'

export const SAMPLE_TIMING = 'visits'

export const STREAM_MODES = ['live', 'polling', 'cut', 'off'] as const
export type StreamMode = (typeof STREAM_MODES)[number]

interface Scale {
  readonly bounds: readonly number[]
  readonly good: number
  readonly poor: number
}

export const MEASURE_SCALES = {
  lcp: { bounds: [500, 1000, 1500, 2000, 2500, 3000, 4000, 6000, 10_000, 20_000], good: 2500, poor: 4000 },
  inp: { bounds: [25, 50, 100, 150, 200, 300, 500, 1000, 2000], good: 200, poor: 500 },
  shift: { bounds: [0, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1], good: 0.1, poor: 0.25 },
  figure: { bounds: [500, 1000, 1500, 2000, 2500, 3000, 4000, 6000, 10_000, 20_000], good: 2500, poor: 4000 },
  unsent: { bounds: [0, 60, 600, 3600, 21_600, 86_400, 604_800], good: 60, poor: 3600 },
} as const satisfies Record<string, Scale>

export type VisitMeasure = keyof typeof MEASURE_SCALES
export const VISIT_MEASURES = Object.keys(MEASURE_SCALES) as VisitMeasure[]

export const OTHER_ROUTE = 'other'
