import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { auth } from '#contract/auth.ts'
import { seedDemoCity } from '#demo/seed/demo-city.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { createApi } from '#server/create-api.ts'
import { openDatabase } from '#server/platform/db/open-db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createLimits } from '#server/platform/rate-limit.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { silentLog } from '../support/silent-log.ts'
import { partOf, sorted, tell } from './support/tell.ts'

const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 1500)
const ROUNDS = 3
const PASSWORD = 'Fire@119demo'
const ACCOUNTS = ['unit01', 'unit02', 'unit05', 'unit06', 'unit13', 'unit23', 'unit39', 'wuye01', 'zongdui', 'zhidui']

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function load(work: (account: string) => Promise<void>): Promise<{ rate: number; p95: number }> {
  const times: number[] = []
  const from = performance.now()
  await Promise.all(
    ACCOUNTS.map(async (account) => {
      while (performance.now() < from + ROUND_MS) {
        const since = performance.now()
        await work(account)
        times.push(performance.now() - since)
      }
    }),
  )
  return { rate: (times.length * 1000) / (performance.now() - from), p95: partOf(sorted(times), 0.95) }
}

/** Compared with the password's comparison alone. @param engine 'pglite' or 'postgres' */
export async function benchSignIn(engine: string): Promise<void> {
  const server = engine === 'postgres' ? await startPostgresServer() : null
  const opened = await openDatabase(server?.url ?? 'memory:', { log: silentLog, root })
  const where = engine === 'pglite' ? 'PGlite' : 'PostgreSQL'
  try {
    await opened.migrate()
    const passwords = await createPasswords()
    const hash = await passwords.hash(PASSWORD)
    await seedDemoCity(opened.db, { now: new Date(), hashPassword: async () => hash })
    const api = createApi({
      db: opened.db,
      now: () => new Date(),
      random: Math.random,
      newToken: () => randomBytes(32).toString('base64url'),
      limits: createLimits(opened.db),
      passwords,
      log: pino({ level: 'silent' }),
      hasRoom: () => true,
      settings: { trustProxy: true, fixedPictureCode: '0000', deviceCard: null },
    } as unknown as Deps)
    let turn = 0
    const ask = async (path: string, body?: URLSearchParams) => {
      // One address is limited.
      const address = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn++ & 255}`
      const headers = { 'x-forwarded-for': address }
      const response = await api.request(path, { method: 'POST', headers, ...(body && { body }) })
      const answer = (await response.json()) as { code: number; message: string; data: { photographToken: string } }
      if (answer.code !== 200) throw new Error(`${path}: ${answer.code} ${answer.message}`)
      return answer.data
    }
    const signIn = async (account: string) => {
      const { photographToken } = await ask(auth.picture.path)
      const form = { account, password: PASSWORD, photographCode: '0000', photographToken, type: '1' }
      await ask(auth.signIn.path, new URLSearchParams(form))
    }
    const works = {
      whole: signIn,
      picture: async () => void (await ask(auth.picture.path)),
      password: async () => {
        if (!(await passwords.verify(hash, PASSWORD))) throw new Error('The password does not fit its hash')
      },
    }
    const seen = { whole: [] as number[], picture: [] as number[], password: [] as number[] }
    const late: number[] = []
    for (let round = 0; round <= ROUNDS; round++)
      for (const kind of ['whole', 'picture', 'password'] as const) {
        const { rate, p95 } = await load(works[kind])
        // A warm-up.
        if (round > 0) seen[kind].push(rate)
        if (round > 0 && kind === 'whole') late.push(p95)
      }
    const reference = { name: 'the password’s comparison alone', value: middle(seen.password) }
    tell({ name: 'sign-in, picture and password', where, value: middle(seen.whole), unit: '/s', reference })
    tell({ name: 'sign-in, p95 of 10 at once', where, value: middle(late), unit: 'ms' })
    tell({ name: 'picture code', where, value: middle(seen.picture), unit: '/s' })
    const started = performance.now()
    await works.password()
    tell({ name: 'one password compared, alone', where, value: performance.now() - started, unit: 'ms' })
  } finally {
    await opened.close()
    await server?.stop()
  }
}
