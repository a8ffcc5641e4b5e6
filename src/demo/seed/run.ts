import { parseArgs } from 'node:util'
import { createPasswords } from '#server/identity/passwords.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { openDatabase } from '#server/platform/db/open-db.ts'
import { readEnv, SettingError } from '#server/platform/env.ts'
import { createLog } from '#server/platform/log.ts'
import { describeStartError } from '#server/start-error.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { isEmpty, seedDemoCity } from './demo-city.ts'
import { storeDeclarationPapers } from './declaration-papers.ts'
import { storeFloorPlans } from './floor-plans.ts'
import { preRegister } from './pre-registered.ts'
import { storeProviderPapers } from './provider-papers.ts'

const USAGE = 'npm run seed -- [--scale 1]'

function readScale(args: readonly string[]): number {
  const { values } = parseArgs({ args: [...args], options: { scale: { type: 'string', default: '1' } } })
  const scale = Number(values.scale)
  if (!Number.isInteger(scale) || scale < 1)
    throw new SettingError(`--scale ${values.scale} is no whole number above 0 (${USAGE})`)
  return scale
}

async function seed(): Promise<void> {
  const scale = readScale(process.argv.slice(2))
  const env = readEnv(process.env)
  const log = createLog(env.logLevel)
  const database = await openDatabase(env.databaseUrl, { log, root: env.root, directUrl: env.databaseDirectUrl })
  try {
    await database.migrate()
    if (!(await isEmpty(database.db)))
      throw new SettingError('this database already holds something; seed fills empty ones only')
    const started = performance.now()
    const { hash } = await createPasswords()
    await seedDemoCity(database.db, {
      now: new Date(),
      hashPassword: hash,
      sealSecret: createSecrets(env.secretKey).seal,
      scale,
      log: (line) => log.info(line),
    })
    await preRegister(database.db, new Date())
    const files = openFileStore(env.filesUrl, env.root, env.s3Keys)
    await storeProviderPapers(database.db, files)
    await storeDeclarationPapers(database.db, files)
    await storeFloorPlans(database.db, files)
    log.info({ scale, seconds: Math.round((performance.now() - started) / 100) / 10 }, 'the demo city stands')
  } finally {
    await database.close()
  }
}

seed().catch((error: unknown) => {
  const isOption = error instanceof TypeError && 'code' in error
  process.stderr.write(`${isOption ? error.message : describeStartError(error)}\n`)
  process.exit(1)
})
