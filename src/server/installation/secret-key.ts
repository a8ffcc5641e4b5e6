import { randomUUID } from 'node:crypto'
import { asc, eq, gt, like } from 'drizzle-orm'
import { ensureInstallation, type Installation } from './installation.store.ts'
import { installation } from './installation.table.ts'
import type { Db } from '../db/open-db.ts'
import type { Secrets } from '../deps.ts'
import { provider } from '../provider/provider.table.ts'
import { pushSubscription } from '../push/push.table.ts'
import { derivePushKey } from '../push/send-push.ts'
import { SEALED } from '../secrets.ts'
import { unit } from '../unit/unit.table.ts'

/** Sealed in the database at the first start, to be opened at each later one. */
const CHECK_TEXT = 'fire-iot-docking-platform'
const BATCH = 500

/** Whether one of several keys sealed a text. */
export function canOpen({ open }: Secrets, sealed: string): boolean {
  try {
    open(sealed)
    return true
  } catch {
    return false
  }
}

/** One sealed text of the database; null where it holds none. */
async function anySealed(db: Db, { keyCheck }: Installation): Promise<string | null> {
  if (keyCheck !== null) return keyCheck
  const isSealed = (column: typeof provider.secret | typeof unit.secret) => like(column, `${SEALED}%`)
  const [ofProvider] = await db
    .select({ secret: provider.secret })
    .from(provider)
    .where(isSealed(provider.secret))
    .limit(1)
  if (ofProvider) return ofProvider.secret
  const [ofUnit] = await db.select({ secret: unit.secret }).from(unit).where(isSealed(unit.secret)).limit(1)
  return ofUnit?.secret ?? null
}

/**
 * Whether the keys open what is sealed in the database. Leaves a text sealed there for the next time.
 * @returns false where they are not the database's
 */
export async function checkSecretKey(db: Db, secrets: Secrets): Promise<boolean> {
  const row = await ensureInstallation(db, randomUUID())
  const sealed = await anySealed(db, row)
  if (sealed !== null && !canOpen(secrets, sealed)) return false
  if (row.keyCheck === null) await db.update(installation).set({ keyCheck: secrets.seal(CHECK_TEXT) })
  return true
}

/**
 * The private key that pushes are signed with. It is made from SECRET_KEY once and kept sealed: browsers know its public
 * half, and would have to subscribe again if it changed with SECRET_KEY.
 */
export async function readPushKey(db: Db, secrets: Secrets, secretKey: string): Promise<Buffer> {
  const { pushKey } = await ensureInstallation(db, randomUUID())
  if (pushKey !== null) return Buffer.from(secrets.open(pushKey), 'hex')
  const made = derivePushKey(secretKey)
  await db.update(installation).set({ pushKey: secrets.seal(made.toString('hex')) })
  return made
}

/** What a rotation did: how many texts it sealed again, and whose secrets no key at hand had sealed. */
export interface Resealed {
  readonly count: number
  readonly lostProviders: readonly number[]
  readonly lostUnits: readonly number[]
}

async function resealRows(
  tx: Db,
  table: typeof provider | typeof unit,
  secrets: Secrets,
): Promise<{ count: number; lost: number[] }> {
  const lost: number[] = []
  let count = 0
  for (let after = 0; ;) {
    const rows = await tx
      .select({ id: table.id, secret: table.secret })
      .from(table)
      .where(gt(table.id, after))
      .orderBy(asc(table.id))
      .limit(BATCH)
      .for('update')
    for (const { id, secret } of rows) {
      if (!canOpen(secrets, secret)) {
        lost.push(id)
        continue
      }
      await tx
        .update(table)
        .set({ secret: secrets.seal(secrets.open(secret)) })
        .where(eq(table.id, id))
      count += 1
    }
    if (rows.length < BATCH) return { count, lost }
    after = rows.at(-1)?.id ?? after
  }
}

/**
 * Seals everything in the database again under the first of the keys at hand. What none of them sealed stays as it is;
 * a push key none of them sealed is dropped with the subscriptions that depend on it, and made anew at the next start.
 */
export async function resealAll(tx: Db, secrets: Secrets): Promise<Resealed> {
  const { pushKey } = await ensureInstallation(tx, randomUUID())
  const plainPushKey = pushKey !== null && canOpen(secrets, pushKey) ? secrets.open(pushKey) : null
  if (plainPushKey === null) await tx.delete(pushSubscription)
  await tx.update(installation).set({
    keyCheck: secrets.seal(CHECK_TEXT),
    pushKey: plainPushKey === null ? null : secrets.seal(plainPushKey),
  })
  const [providers, units] = [await resealRows(tx, provider, secrets), await resealRows(tx, unit, secrets)]
  return { count: providers.count + units.count, lostProviders: providers.lost, lostUnits: units.lost }
}
