#!/usr/bin/env node
/**
 * Medians for a known and an unknown name or phone, `--count 200`. Ends with 1 where they differ by over 10 %.
 */
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { createServer } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const { values } = parseArgs({ options: { count: { type: 'string', default: '200' } } })
const COUNT = Number(values.count)
const MOST = 0.1
const log = pino({ base: null }, { write() {} })

const vite = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
  appType: 'custom',
})
const load = (path) => vite.ssrLoadModule(path)
const [
  { openDatabase },
  { seedDemoCity },
  { createPasswords },
  { createApi },
  { createLimits },
  { openFileStore },
  { SECRETS },
] = await Promise.all(
  [
    '/src/server/platform/db/open-db.ts',
    '/src/demo/seed/demo-city.ts',
    '/src/server/identity/passwords.ts',
    '/src/server/create-api.ts',
    '/src/server/platform/rate-limit.ts',
    '/src/server/platform/files/file-store.ts',
    '/tests/support/database-content.ts',
  ].map(load),
)

let at = Date.parse('2026-03-23T10:15:00+08:00')
const now = () => new Date(at)
const passwords = await createPasswords()
const { db, migrate, close } = await openDatabase('memory:', { root, log })
await migrate()
await seedDemoCity(db, { now: now(), hashPassword: passwords.hash, sealSecret: SECRETS.seal, scale: 1 })
const api = createApi({
  db,
  now,
  random: () => 0.5,
  newToken: () => randomBytes(32).toString('base64url'),
  files: openFileStore('memory:', '/'),
  limits: createLimits(db),
  passwords,
  secrets: SECRETS,
  sms: { send: async () => undefined, notify: async () => undefined },
  log,
  hasRoom: () => true,
  settings: { trustProxy: true, fixedPictureCode: '0000', fixedSmsCode: '123456', retentionMonths: 36 },
})

let asked = 0
async function call(path, input) {
  asked += 1
  const response = await api.request(path, {
    method: 'POST',
    headers: { 'x-forwarded-for': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}` },
    body: new URLSearchParams(input),
  })
  return response.json()
}

const { rows } = await db.execute(
  `select account, phone from account where status = 0 and phone is not null order by id`,
)
const known = (i) => rows[i % rows.length]
const unknown = (i) => ({
  account: `nobody${String(i % rows.length).padStart(2, '0')}`,
  phone: `1990000${String(1000 + (i % rows.length))}`,
})

const byPassword = (path) => ({
  path,
  async prepare({ account }) {
    const { data } = await call('/user/sendPhotograph', {})
    return { account, password: 'Wrong@1234', photographCode: '0000', photographToken: data.photographToken }
  },
})
const byCode = (path) => ({
  path,
  async prepare({ phone }) {
    await call('/user/sendCode', { phone })
    return { phone, checkCode: '654321' }
  },
})
const WAYS = [
  byPassword('/wuye/user/login'),
  byPassword('/user/unified/login'),
  { path: '/user/sendCode', prepare: ({ phone }) => ({ phone }) },
  byCode('/user/unified/login'),
  byCode('/user/forgetPsdFirst'),
]

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
let failed = false
for (const { path, prepare } of WAYS) {
  const times = [[], []]
  const answers = [new Set(), new Set()]
  let what = ''
  for (let i = 0; i < COUNT + 5; i++) {
    // Past the limits of earlier rounds.
    if (i % rows.length === 0) at += 25 * 3_600_000
    for (const side of i % 2 ? [0, 1] : [1, 0]) {
      const input = await prepare((side === 0 ? known : unknown)(i))
      what = 'password' in input ? 'a wrong password' : 'checkCode' in input ? 'a wrong code' : 'a phone'
      const from = performance.now()
      const { code, message } = await call(path, input)
      // A warm-up.
      if (i >= 5) times[side].push(performance.now() - from)
      answers[side].add(`${code} ${message}`)
    }
  }
  const [a, b] = times.map(median)
  const apart = Math.abs(a - b) / Math.max(a, b)
  const same = [...answers[0]].join() === [...answers[1]].join()
  if (apart > MOST || !same) failed = true
  console.log(
    `${path} with ${what}: known ${a.toFixed(2)} ms, unknown ${b.toFixed(2)} ms, ${(apart * 100).toFixed(1)} % apart; ` +
      `answers ${same ? 'alike' : 'DIFFER'} (${[...answers[0]].join(', ')})`,
  )
}
await close()
await vite.close()
process.exit(failed ? 1 : 0)
