import { execFileSync } from 'node:child_process'

/**
 * Files that need the database are a module of their own (`-store`): API tests run in one lasting worker (`resident/`).
 *
 * @typedef {{ mutate: string[], tests: string[] }} Module
 * @type {Record<string, Module>}
 */
export const MODULES = {
  'contract-rules': { mutate: ['src/contract/*.rules.ts'], tests: ['src/contract/*.test.ts'] },
  'server-rules': {
    mutate: [
      'src/server/devices/point-import.rules.ts',
      'src/server/evaluation/alarm-verdict.rules.ts',
      'src/server/registry/*.rules.ts',
    ],
    tests: [
      'src/server/devices/point-import.rules.test.ts',
      'src/server/evaluation/alarm-verdict.rules.test.ts',
      'src/server/registry/*.rules.test.ts',
    ],
  },
  'new-password': {
    mutate: ['src/server/identity/new-password.rules.ts'],
    tests: ['src/server/identity/new-password.rules.test.ts'],
  },
  outbox: {
    mutate: ['src/app/offline/outbox/{drain-outbox,outbox,outbox-runs,outbox-store}.ts'],
    tests: ['src/app/offline/outbox/*.test.ts'],
  },
  delivery: {
    mutate: ['src/app/offline/outbox/{classify-failure,deliver-from-tab,write-queued}.ts'],
    tests: ['src/app/offline/outbox/*.test.ts'],
  },
  sending: {
    mutate: ['src/app/offline/outbox/{fallback-store,deliver-write,unstored-writes,unsent-write}.ts'],
    tests: ['src/app/offline/outbox/*.test.ts'],
  },
  call: {
    mutate: ['src/app/lib/{call,prefetched,send-body}.ts'],
    tests: ['src/app/lib/{call,send-body}.test.ts'],
  },
  cache: {
    mutate: ['src/app/offline/{cache-persister,cache-rows,cache-store}.ts'],
    tests: ['src/app/offline/*.test.ts'],
  },
  door: {
    mutate: ['src/app/offline/{purge,session-lifecycle}.ts'],
    tests: ['src/app/offline/{cache-store,persist-cache,purge,session-lifecycle}.test.ts'],
  },
  ingest: {
    mutate: [
      'src/server/devices/ingest.rules.ts',
      'src/server/devices/ingest/{event-kinds,event-timeline.rules,item-result,judge-readings}.ts',
    ],
    tests: ['src/server/devices/ingest.rules.test.ts', 'src/server/devices/ingest/*.test.ts'],
  },
  'ingest-store': {
    mutate: [
      'src/server/devices/ingest/*.ts',
      '!src/server/devices/ingest/{event-kinds,event-timeline.rules,item-result,judge-readings}.ts',
      '!**/*.table.ts',
    ],
    tests: [
      'tests/api/{fires,gateway,gateway-events,gateway-words,item-type-change,removed-points}.test.ts',
      'tests/api/{ingest,ingest-faults,ingest-handling,ingest-implausible,ingest-lists,ingest-reading-results}.test.ts',
      'tests/api/{ingest-registration,ingest-scope,provider-console,alarm/alarm-order}.test.ts',
      'tests/api/evaluation/{beginnings,moments,stories}.test.ts',
    ],
  },
  gateway: {
    mutate: [
      'src/server/devices/protocols.ts',
      'src/server/devices/gateway/{deframer,frame,serve-device,translate,units}.ts',
    ],
    tests: ['src/server/devices/protocols.test.ts', 'src/server/devices/gateway/*.test.ts'],
  },
  'gateway-store': {
    mutate: ['src/server/devices/gateway/{answer-frame,gateway.store,ingest-frame,listen,note-transmitter-report}.ts'],
    tests: [
      'src/server/devices/gateway/{answer-frame,listen}.test.ts',
      'tests/api/{gateway,gateway-words,fires}.test.ts',
    ],
  },
  'evaluation-rules': {
    mutate: [
      'src/server/evaluation/{access.rules,condition,due.rules,gauge-limits,limit-status,reading.rules,streak.rules,wave.rules}.ts',
    ],
    tests: [
      'src/server/evaluation/{access.rules,condition,due.rules,limit-status,reading.rules,streak.rules,wave.rules}.test.ts',
    ],
  },
  evaluation: {
    mutate: [
      'src/server/evaluation/{evaluate-batch,evaluate-points,evaluate-buildings,evaluated-building.store,evaluated-point.store,re-evaluate-due}.ts',
    ],
    tests: ['tests/api/evaluation/{beginnings,differences,moments,stories}.test.ts'],
  },
  score: {
    mutate: [
      'src/server/evaluation/{score-building,score-checks,score-checks.rules,score-items.rules,score-parts,score-rate}.ts',
    ],
    tests: [
      'src/server/evaluation/{score-building,score-building.properties,score-checks.rules,score-items.rules}.test.ts',
      'tests/api/score-parts.test.ts',
    ],
  },
  'picture-code': {
    mutate: ['src/server/identity/picture-code.ts'],
    tests: ['src/server/identity/picture-code.test.ts'],
  },
  'sign-in': {
    mutate: [
      'src/server/identity/{begin-session,prove-password,recover-password,sign-in,sms-code,ticket}.ts',
      'src/server/platform/session.ts',
    ],
    tests: ['src/server/identity/sms-code.test.ts', 'tests/api/auth*.test.ts'],
  },
  access: {
    mutate: [
      'src/server/platform/authenticate-program.ts',
      'src/server/platform/http/{authenticate,cors,reject-cross-site}.ts',
      'src/server/registry/{building.scope,need-binding,sees-provider}.ts',
    ],
    tests: [
      'src/server/platform/http/{cors,reject-cross-site}.test.ts',
      'src/server/registry/building.scope.test.ts',
      'tests/api/{unit-key,organ-levels,ingest-signature,auth-session,authority-dashboard}.test.ts',
      'tests/api/{unit,building,building-scope,provider,provider-console,building-form,anonymous,mqtt}.test.ts',
    ],
  },
}

/** @returns the patterns without `{a,b}` */
function expandBraces(pattern) {
  const [, start, names, end] = /^(.*?)\{(.*?)\}(.*)$/.exec(pattern) ?? []
  return names === undefined ? [pattern] : names.split(',').flatMap((name) => expandBraces(start + name + end))
}

/**
 * @returns the paths of the repository's files that match
 * @throws if a pattern matches none
 */
export function filesOf(patterns) {
  const paths = patterns.flatMap(expandBraces).map((pattern) => `:(glob)${pattern}`)
  const options = ['-co', '--exclude-standard', '--error-unmatch']
  const listed = execFileSync('git', ['ls-files', ...options, '--', ...paths], { encoding: 'utf8' })
  return listed.split('\n').filter((line) => line !== '')
}
