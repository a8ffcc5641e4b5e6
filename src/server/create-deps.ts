import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createPasswords } from './identity/passwords.ts'
import { createAlerts, createHttpSms, createLogSms } from './identity/sms.ts'
import { readDatabaseTime } from './platform/db/deletion-time.ts'
import { isLockTimeout } from './platform/db/errors.ts'
import { ensureInstallation, readInstallation } from './operations/installation.store.ts'
import { migratedCheck } from './platform/db/migrate.ts'
import { openDatabase, type OpenDatabase } from './platform/db/open-db.ts'
import type { Deps } from './platform/deps.ts'
import { type Env, SettingError, WRONG_KEY } from './platform/env.ts'
import { openFileStore } from './platform/files/file-store.ts'
import { ownedFiles } from './platform/files/owned-files.ts'
import { createLimits } from './platform/rate-limit.ts'
import { muteCopy } from './operations/mute-copy.ts'
import { watchSelfTest } from './operations/run-self-test.ts'
import { startAlerts } from './operations/start-alerts.ts'
import { startJobs } from './operations/start-jobs.ts'
import { setCity } from './reference/regions.ts'
import { createLog } from './platform/log.ts'
import { readAlertFigures } from './operations/alert-figures.ts'
import { createMetrics } from './operations/metrics.ts'
import { compareClocks, createOwnerCheck, watch } from './operations/watch.ts'
import { createAmap } from './registry/amap.ts'
import { createPush } from './content/push-sender.ts'
import { createWebhooks } from './content/webhook-sender.ts'
import { CLIENT_ROUTES } from './platform/version.ts'
import { checkSecretKey, readDeriveKey, readPushKey } from './operations/secret-key.ts'
import { createSecrets, deriveBy } from './platform/secrets.ts'
import { sealUnitSecrets } from './registry/seal-secrets.ts'

/** The next process reruns an aborted job. */
const END_TURNS_MS = 15_000

export interface Opened {
  readonly deps: Deps
  leave(): void
  close(): Promise<void>
}

export async function createDeps(env: Env): Promise<Opened> {
  if (env.city) setCity(env.city)
  const log = createLog(env.logLevel)
  const database = await openDatabase(env.databaseUrl, {
    log,
    root: env.root,
    maxConnections: env.databasePool,
    directUrl: env.databaseDirectUrl,
  })
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
  if (installation.restoredAt !== null)
    log.warn('a restored copy: it sends no SMS and no push, and removes no file, until claim-files is run')
  const stored = openFileStore(env.filesUrl, env.root, env.s3Keys, () => new Date())
  const files = ownedFiles(stored, installation, () => readInstallation(database.db), database.kind !== 'pglite')
  const deriveKey = await readDeriveKey(database.db, secrets, env.secretKey, env.formerSecretKey)
  const privateKey = await readPushKey(database.db, secrets, env.secretKey)
  const push = createPush({
    privateKey,
    contact: env.site.support.mail,
    now: () => new Date(),
  })
  const logSms = createLogSms(log)
  const senders = {
    sms: env.smsGateway === undefined ? logSms : createHttpSms(env.smsGateway),
    push,
    alerts: createAlerts(env.alertGateways, env.seed === 'demo' ? log : null),
    webhooks: createWebhooks({ now: () => new Date() }),
  }
  const passwords = await createPasswords()
  let isDraining = false
  const deps: Deps = {
    db: database.db,
    now: () => new Date(),
    databaseTime: () => readDatabaseTime(database.db),
    random: () => randomInt(2 ** 32) / 2 ** 32,
    newToken: () => randomBytes(32).toString('base64url'),
    files,
    limits: createLimits(database.db),
    passwords,
    secrets: { ...secrets, derive: deriveBy(deriveKey) },
    ...muteCopy(senders, files.isCopy, logSms),
    maps: env.amapKey === undefined ? null : createAmap(env.amapKey),
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
      alarmPolicy: env.alarmPolicy,
      publicUrl: env.publicUrl,
      pushNamesPlace: env.pushNamesPlace,
      minClient: env.minClient,
      visitSample: env.visitSample,
      clientRoutes: CLIENT_ROUTES,
      clientOrigins: env.clientOrigins,
      assets: join(env.root, 'dist/client/assets'),
      sourceMaps: join(env.root, 'dist/source-maps'),
      screenshots: join(env.root, 'dist/client/screenshots'),
    },
    operations: {
      metrics: createMetrics({
        pool: () => database.pool,
        hasRoom: database.hasRoom,
        isDraining: () => isDraining,
        alerts: () => readAlertFigures(database.db),
      }),
      metricsToken: env.metricsToken,
      callsAtOnce: env.callsAtOnce,
      streamsAtOnce: env.streamsAtOnce,
      isDraining: () => isDraining,
      isMigrated: migratedCheck(database.pool, env.root),
    },
  }
  if (env.seed === 'demo') await seedWhenEmpty(deps)
  const jobs = startJobs(deps, database.kind === 'pglite')
  const alerts = startAlerts(deps)
  const checks = watch(deps, {
    clocks: () => compareClocks(deps),
    files: createOwnerCheck(deps, files),
    selfTest: () => watchSelfTest(deps),
  })
  return {
    deps,
    leave() {
      isDraining = true
      jobs.stop()
      alerts.stop()
    },
    async close() {
      jobs.stop()
      checks.stop()
      alerts.stop()
      await Promise.race([Promise.all([jobs.ended(), alerts.ended()]), later(END_TURNS_MS, undefined, { ref: false })])
      await database.close()
    },
  }
}

/** Another process may be seeding. */
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
  const { isEmpty, seedDemoCity } = await import('#demo/seed/demo-city.ts')
  if (!(await isEmpty(deps.db))) return
  deps.log.info('the database is empty: making the demo city')
  const made = { now: deps.now(), hashPassword: deps.passwords.hash, sealSecret: deps.secrets.seal }
  if (!(await whenFree(() => seedDemoCity(deps.db, made)))) return
  const { preRegister } = await import('#demo/seed/pre-registered.ts')
  await preRegister(deps.db, deps.now())
  const { storeProviderPapers } = await import('#demo/seed/provider-papers.ts')
  await storeProviderPapers(deps.db, deps.files)
  const { storeDeclarationPapers } = await import('#demo/seed/declaration-papers.ts')
  await storeDeclarationPapers(deps.db, deps.files)
  const { storeFloorPlans } = await import('#demo/seed/floor-plans.ts')
  await storeFloorPlans(deps.db, deps.files)
}
