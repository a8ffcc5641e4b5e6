/**
 * The modules `npm run mutation` knows: the files that are changed, and the tests that must notice. Unit tests beside a
 * file are its own tests; API tests are named where the rule is promised there.
 *
 * @typedef {{ mutate: string[], tests: string[] }} Module
 * @type {Record<string, Module>}
 */
export const MODULES = {
  'contract-rules': { mutate: ['src/contract/*.rules.ts'], tests: ['src/contract/*.test.ts'] },
  'server-rules': {
    mutate: ['src/server/*/*.rules.ts', '!src/server/understanding/*', '!src/server/score/*'],
    tests: ['src/server/{ingest,point,unit}/*.test.ts', 'tests/api/{ingest,point-import,unit}.test.ts'],
  },
  outbox: {
    mutate: ['src/app/offline/outbox/outbox.ts', 'src/app/offline/outbox/outbox-store.ts'],
    tests: ['src/app/offline/outbox/*.test.ts'],
  },
  delivery: {
    mutate: ['src/app/offline/outbox/{deliver,judge-failure,write-queued}.ts'],
    tests: ['src/app/offline/outbox/*.test.ts'],
  },
  call: {
    mutate: ['src/app/lib/{call,early-answer,send-body}.ts'],
    tests: ['src/app/lib/{call,early-answer,send-body}.test.ts'],
  },
  cache: {
    mutate: ['src/app/offline/{keeper,kept-rows,cache-store}.ts'],
    tests: ['src/app/offline/*.test.ts'],
  },
  door: { mutate: ['src/app/offline/{door,purge}.ts'], tests: ['src/app/offline/*.test.ts'] },
  ingest: {
    mutate: ['src/server/ingest/*.ts', '!**/*.table.ts'],
    tests: ['src/server/ingest/*.test.ts', 'tests/api/ingest*.test.ts'],
  },
  gateway: {
    mutate: ['src/server/gateway/*.ts', '!**/*.table.ts'],
    tests: ['src/server/gateway/*.test.ts', 'tests/api/gateway.test.ts'],
  },
  evaluation: {
    mutate: ['src/server/understanding/*.ts', '!**/*.table.ts'],
    tests: ['src/server/understanding/*.test.ts', 'tests/api/understanding/stories.test.ts'],
  },
  score: {
    mutate: ['src/server/score/score-{building,checks,parts,rate,items.rules}.ts'],
    tests: ['src/server/score/*.test.ts'],
  },
  'sign-in': {
    mutate: [
      'src/server/auth/{sign-in,begin-session,session,prove-password,recover-password,sms-code,ticket,picture-code}.ts',
    ],
    tests: ['src/server/auth/*.test.ts', 'tests/api/auth*.test.ts'],
  },
  access: {
    mutate: [
      'src/server/http/{admit,admit-program,need-own-page,let-clients-in}.ts',
      'src/server/building/{building.scope,sees-provider,need-binding}.ts',
    ],
    tests: ['tests/api/{contract-access,foreign-ids,strangers,provider-keys}.test.ts'],
  },
}
