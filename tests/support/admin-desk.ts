import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { findCommand } from '#server/admin/find-command.ts'
import { openDesk } from '#server/admin/desk.ts'
import { createPasswords } from '#server/auth/passwords.ts'
import type { OpenDatabase } from '#server/db/open-db.ts'
import type { Deps, Secrets, Sms } from '#server/deps.ts'
import type { FileStore } from '#server/files/file-key.ts'
import { openFileStore } from '#server/files/file-store.ts'
import { createLimits } from '#server/http/rate-limit.ts'
import { SECRETS } from './database-content.ts'
import { DEMO_NOW } from './demo-now.ts'

const passwords = createPasswords()

/** The person at the console. */
export const OPERATOR = '张三（node）'

/** `npm run admin` on a test's database. @returns runs a command and answers with what it said */
export async function deskOn(
  database: OpenDatabase,
  files: FileStore = openFileStore('memory:', '/'),
  secrets: Secrets = SECRETS,
  sms?: Sms,
) {
  const { db } = database
  const deps = {
    db,
    now: () => DEMO_NOW,
    newToken: () => randomBytes(32).toString('base64url'),
    files,
    limits: createLimits(db),
    passwords: await passwords,
    secrets,
    ...(sms && { sms }),
    log: pino({ level: 'silent' }),
  } as Partial<Deps> as Deps
  return async (...args: string[]): Promise<string[]> => {
    const said: string[] = []
    await findCommand(args).run(openDesk(deps, database, (line) => void said.push(line), OPERATOR))
    return said
  }
}
