import { randomBytes } from 'node:crypto'
import { speakChinese } from '#contract/messages.ts'
import { createConsoleSms } from './operations/console-sms.ts'
import { CommandError, openCliContext } from './operations/cli-context.ts'
import { findCommand, USAGE } from './operations/find-command.ts'
import { databaseName } from './operations/database-name.ts'
import { readOperator } from './operations/read-operator.ts'
import { AppError } from './platform/app-error.ts'
import { createPasswords } from './identity/passwords.ts'
import {
  isConnectionLoss,
  isDiskFull,
  isLockTimeout,
  isReadOnly,
  isTurnedAway,
  lacksPermission,
  MigrationError,
  UnusableDatabaseError,
} from './platform/db/errors.ts'
import { DirectoryLockedError } from './platform/db/lock-directory.ts'
import { openDatabase } from './platform/db/open-db.ts'
import type { Deps } from './platform/deps.ts'
import { DEMO_SECRET_KEY, isAtHome, readEnv, SettingError } from './platform/env.ts'
import { openFileStore } from './platform/files/file-store.ts'
import { createLimits } from './platform/rate-limit.ts'
import { createLog } from './platform/log.ts'
import { setCity } from './reference/regions.ts'
import { checkSecretKey } from './operations/secret-key.ts'
import { createSecrets } from './platform/secrets.ts'
import { causeOf, describeFault } from './start-error.ts'

function wordsFor(error: unknown): string {
  if (error instanceof DirectoryLockedError)
    return '数据库正由运行中的服务使用（嵌入式数据库同一时间只能由一个进程打开）：请先停止服务，再执行本命令'
  if (error instanceof AppError)
    return [error.message, ...Object.values(error.fields ?? {})]
      .filter((line, at, all) => all.indexOf(line) === at)
      .join('\n')
  if (error instanceof SettingError || error instanceof CommandError || error instanceof UnusableDatabaseError)
    return error.message
  if (isLockTimeout(error)) return '数据库中有其他操作未结束（如另一个导入），请稍后再试'
  if (isDiskFull(error)) return `磁盘空间不足（${causeOf(error)}）`
  if (lacksPermission(error)) return `数据库用户的权限不足（${causeOf(error)}）`
  if (isReadOnly(error)) return `数据库只能读取，可能是备库（${causeOf(error)}）`
  if (isConnectionLoss(error)) return `连接不上数据库，请检查 DATABASE_URL 与数据库是否运行（${causeOf(error)}）`
  if (isTurnedAway(error)) return `数据库拒绝连接，请检查 DATABASE_URL 中的用户名、密码与库名（${causeOf(error)}）`
  if (error instanceof MigrationError) return `数据库升级失败，未作任何更改（${causeOf(error)}）`
  if (error instanceof TypeError && 'code' in error)
    return `选项不存在：${/'(-[^' ]+)/.exec(error.message)?.[1] ?? error.message}\n\n${USAGE}`
  // Our messages are in Chinese; others are unexpected errors.
  if (error instanceof Error && /\p{Script=Han}/u.test(error.message)) return error.message
  return error instanceof Error ? describeFault(error, '原因：') : String(error)
}

async function main(args: readonly string[]): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  if (args.length === 0 || args[0] === 'help') return say(USAGE)
  const { command, run } = findCommand(args)
  speakChinese()
  const env = readEnv({ LOG_LEVEL: 'warn', ...process.env })
  if (command.needsKey && env.secretKey === DEMO_SECRET_KEY && !isAtHome(env.databaseUrl))
    throw new CommandError('请设置 SECRET_KEY，与服务所用的相同')
  if (env.city) setCity(env.city)
  const log = createLog(env.logLevel)
  const database = await openDatabase(env.databaseUrl, {
    log,
    root: env.root,
    maxConnections: env.databasePool,
    directUrl: env.databaseDirectUrl,
  })
  try {
    const secrets = createSecrets(env.secretKey, env.formerSecretKey)
    if (!command.leavesVersion) await database.migrate()
    if (command.needsKey && !command.takesAnyKey && !(await checkSecretKey(database.db, secrets)))
      throw new CommandError('SECRET_KEY 与数据库中的密钥不符：请设置与服务相同的 SECRET_KEY')
    const deps: Pick<Deps, 'db' | 'now' | 'newToken' | 'files' | 'limits' | 'passwords' | 'secrets' | 'sms' | 'log'> = {
      db: database.db,
      now: () => new Date(),
      newToken: () => randomBytes(32).toString('base64url'),
      files: openFileStore(env.filesUrl, env.root, env.s3Keys),
      limits: createLimits(database.db),
      passwords: await createPasswords(),
      secrets,
      sms: createConsoleSms(database.db, env.smsGateway, say),
      log,
    }
    const desk = openCliContext(
      deps as Deps,
      database,
      say,
      readOperator({ name: env.adminOperator, sudoUser: process.env['SUDO_USER'] }),
    )
    await run(desk)
    if (desk.hasWritten()) say(`已写入数据库：${databaseName(env.databaseUrl, env.root)}`)
  } finally {
    await database.close()
  }
}

// The command has not finished: exit with an error.
process.once('beforeExit', () => {
  process.stderr.write('命令未完成\n')
  process.exit(1)
})

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${wordsFor(error)}\n`)
    process.exit(1)
  },
)
