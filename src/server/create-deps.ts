import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { setTimeout as later } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createPasswords } from './auth/passwords.ts'
import { createHttpSms, createLogSms } from './auth/sms.ts'
import { readDatabaseTime } from './db/deletion-time.ts'
import { isLockTimeout } from './db/errors.ts'
import { ensureInstallation, readInstallation } from './installation/installation.store.ts'
import { isMigrated } from './db/migrate.ts'
import { openDatabase, type OpenDatabase } from './db/open-db.ts'
import type { Deps } from './deps.ts'
import { type Env, SettingError, WRONG_KEY } from './env.ts'
import { openFileStore } from './files/file-store.ts'
import { ownedFiles } from './files/owned-files.ts'
import { createLimits } from './http/rate-limit.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { createLog } from './log.ts'
import { createMetrics } from './ops/metrics.ts'
import { compareClocks, createOwnerCheck, watch } from './ops/watch.ts'
import { createAmap } from './place/amap.ts'
import { createPush } from './push/send-push.ts'
import { checkSecretKey, readPushKey } from './installation/secret-key.ts'
import { createSecrets } from './secrets.ts'
import { sealUnitSecrets } from './unit/seal-secrets.ts'

/** A stop waits so long for turns of jobs under way; what is cut off then is taken again by whoever looks next. */
const END_TURNS_MS = 15_000

/** What a server needs, open. */
export interface Opened {
  readonly deps: Deps
  /** Says to whoever asks that the process is about to stop, and begins no turn of a job any more. */
  leave(): void
  /** Ends what is under way by the clock, then lets go of everything. */
  close(): Promise<void>
}

/** Opens everything a server needs. */
export async function createDeps(env: Env): Promise<Opened> {
  const log = createLog(env.logLevel)
  const database = await openDatabase(env.databaseUrl, { log, root: env.root })
  try {
    return await createDepsOn(database, env, log)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function createDepsOn(database: OpenDatabase, env: Env, log: Logger): Promise<Opened> {
  await database.migrate()
  const secrets = createSecrets(env.secretKey, env.formerSecretKey)
  if (!(await checkSecretKey(database.db, secrets))) throw new SettingError(WRONG_KEY)
  await sealUnitSecrets(database.db, secrets)
  const installation = await ensureInstallation(database.db, randomUUID())
  const isCopy = installation.restoredAt !== null
  if (isCopy) log.warn('a restored copy: it sends no SMS and no push, and removes no file, until claim-files is run')
  const stored = openFileStore(env.filesUrl, env.root, env.s3Keys, () => new Date())
  const files = ownedFiles(stored, installation, () => readInstallation(database.db))
  const privateKey = await readPushKey(database.db, secrets, env.secretKey)
  const push = createPush({ privateKey, contact: env.site.support.mail, now: () => new Date() })
  const passwords = await createPasswords()
  let isLeaving = false
  const deps: Deps = {
    db: database.db,
    now: () => new Date(),
    databaseTime: () => readDatabaseTime(database.db),
    random: () => randomInt(2 ** 32) / 2 ** 32,
    newToken: () => randomBytes(32).toString('base64url'),
    files,
    limits: createLimits(database.db),
    passwords,
    secrets,
    sms: env.smsGateway === undefined || isCopy ? createLogSms(log) : createHttpSms(env.smsGateway),
    maps: env.amapKey === undefined ? null : createAmap(env.amapKey),
    push: isCopy ? { ...push, send: () => Promise.resolve('failed') } : push,
    log,
    hasRoom: database.hasRoom,
    settings: {
      trustProxy: env.trustProxy,
      fixedPictureCode: env.fixedPictureCode,
      fixedSmsCode: env.fixedSmsCode,
      surveyUrl: env.surveyUrl,
      deviceCard: env.deviceCard,
      site: env.site,
      amapPage: env.amapPage,
      retentionMonths: env.retentionMonths,
      auditDays: env.auditDays,
      minClient: env.minClient,
      clientOrigins: env.clientOrigins,
    },
    operation: {
      metrics: createMetrics({ pool: () => database.pool, hasRoom: database.hasRoom, isLeaving: () => isLeaving }),
      metricsToken: env.metricsToken,
      callsAtOnce: env.callsAtOnce,
      isLeaving: () => isLeaving,
      isMigrated: () => isMigrated(database.pool, env.root),
    },
  }
  if (env.seed === 'demo') await seedWhenEmpty(deps)
  const jobs = startJobs(deps, database.kind === 'pglite')
  const checks = watch(deps, [() => compareClocks(deps), createOwnerCheck(deps, files)])
  return {
    deps,
    leave() {
      isLeaving = true
      jobs.stop()
    },
    async close() {
      jobs.stop()
      checks.stop()
      await Promise.race([jobs.ended(), later(END_TURNS_MS, undefined, { ref: false })])
      await database.close()
    },
  }
}

/** Another process may be making the city: who has waited for its lock as long as a statement may, waits again. */
async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
    }
  }
}

async function seedWhenEmpty(deps: Deps): Promise<void> {
  const { isEmpty, seedDemoCity } = await import('#mocks/seed/demo-city.ts')
  if (!(await isEmpty(deps.db))) return
  deps.log.info('the database is empty: making the demo city')
  const made = { now: deps.now(), hashPassword: deps.passwords.hash, sealSecret: deps.secrets.seal }
  if (!(await whenFree(() => seedDemoCity(deps.db, made)))) return
  const { preRegister } = await import('#mocks/seed/pre-registered.ts')
  await preRegister(deps.db, deps.now())
  const { storeProviderPapers } = await import('#mocks/seed/provider-papers.ts')
  await storeProviderPapers(deps.db, deps.files)
  const { storeDeclarationPapers } = await import('#mocks/seed/declaration-papers.ts')
  await storeDeclarationPapers(deps.db, deps.files)
}
