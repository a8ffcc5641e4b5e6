import type { Metrics, Operations } from './deps.ts'

const nothing = () => undefined

export const NO_METRICS: Metrics = {
  called: nothing,
  inFlight: nothing,
  refused: nothing,
  ingested: nothing,
  keyed: nothing,
  jobEnded: nothing,
  jobLastDone: nothing,
  deviceConnections: nothing,
  deviceRefused: nothing,
  frameAnswered: nothing,
  deviceCommanded: nothing,
  mqttMessage: nothing,
  mqttConnected: nothing,
  signedIn: nothing,
  codeSent: nothing,
  stepDone: nothing,
  deliveryTried: nothing,
  streams: nothing,
  feedRead: nothing,
  changeSent: nothing,
  clockDifference: nothing,
  filesOwned: nothing,
  selfTest: nothing,
  clientFault: nothing,
  visited: nothing,
  text: () => Promise.resolve(''),
}

export const NOOP_OPERATIONS: Operations = {
  metrics: NO_METRICS,
  metricsToken: undefined,
  callsAtOnce: 0,
  streamsAtOnce: 2000,
  isDraining: () => false,
  isMigrated: () => Promise.resolve(true),
}
