import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { findCommand } from '#server/operations/find-command.ts'
import { openCliContext } from '#server/operations/cli-context.ts'
import type { OpenDatabase } from '#server/platform/db/open-db.ts'
import type { Deps, Secrets, Sms } from '#server/platform/deps.ts'
import type { FileStore } from '#server/platform/files/file-key.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { createLimits } from '#server/platform/rate-limit.ts'
import { SECRETS } from './database-content.ts'
import { DEMO_NOW } from './demo-now.ts'
import { lightPasswords } from './light-passwords.ts'

export const OPERATOR = '张三（node）'

/** @returns runs a command, returns its output */
export async function deskOn(
  database: OpenDatabase,
  files: FileStore = openFileStore('memory:', '/'),
  secrets: Secrets = SECRETS,
  sms?: Sms,
  hear?: (line: string) => void,
) {
  const { db } = database
  const deps = {
    db,
    now: () => DEMO_NOW,
    newToken: () => randomBytes(32).toString('base64url'),
    files,
    limits: createLimits(db),
    passwords: await lightPasswords,
    secrets,
    ...(sms && { sms }),
    log: pino({ level: 'silent' }),
  } as Partial<Deps> as Deps
  return async (...args: string[]): Promise<string[]> => {
    const said: string[] = []
    await findCommand(args).run(openCliContext(deps, database, (line) => (said.push(line), hear?.(line)), OPERATOR))
    return said
  }
}
