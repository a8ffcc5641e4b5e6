import type { Metrics, Operation } from '../deps.ts'

const nothing = () => undefined

/** Counts nothing. */
export const NO_METRICS: Metrics = {
  called: nothing,
  inFlight: nothing,
  refused: nothing,
  ingested: nothing,
  keyed: nothing,
  jobEnded: nothing,
  jobLastDone: nothing,
  deviceConnections: nothing,
  frameAnswered: nothing,
  signedIn: nothing,
  codeSent: nothing,
  clockDifference: nothing,
  filesOwned: nothing,
  text: () => Promise.resolve(''),
}

/** A process nobody watches or bounds from outside. */
export const UNWATCHED: Operation = {
  metrics: NO_METRICS,
  metricsToken: undefined,
  callsAtOnce: 0,
  isLeaving: () => false,
  isMigrated: () => Promise.resolve(true),
}
