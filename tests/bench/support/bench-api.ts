import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { hashToken } from '#server/platform/session.ts'
import { createApi } from '#server/create-api.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import type { Deps } from '#server/platform/deps.ts'

/** With the dependencies of reads. */
export function benchApi(db: Db, now: Date): ReturnType<typeof createApi> {
  return createApi({
    db,
    now: () => now,
    newToken: () => randomBytes(32).toString('base64url'),
    log: pino({ level: 'silent' }),
    hasRoom: () => true,
    settings: { trustProxy: false, deviceCard: null },
  } as unknown as Deps)
}

/** @returns its token */
export async function signedIn(db: Db, account: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.execute(sql`delete from session where account_id = (select id from account where account = ${account})`)
  await db.execute(sql`
    insert into session (token_hash, account_id, created_at, last_seen_at)
    select ${hashToken(token)}, id, ${now.toISOString()}, ${now.toISOString()} from account where account = ${account}`)
  return token
}
