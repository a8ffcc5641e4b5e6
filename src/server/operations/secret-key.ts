import { randomBytes, randomUUID } from 'node:crypto'
import { asc, eq, gt, isNotNull, isNull, like, sql } from 'drizzle-orm'
import { ensureInstallation, type Installation } from './installation.store.ts'
import { installation } from '../schema/installation.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Secrets } from '../platform/deps.ts'
import { account } from '../schema/account.table.ts'
import { provider } from '../schema/provider.table.ts'
import { pushSubscription } from '../schema/push.table.ts'
import { resealChain } from '../reporting/audit-chain.ts'
import { derivePushKey } from '../content/push-sender.ts'
import { createSecrets, firstDeriveKey, SEALED } from '../platform/secrets.ts'
import { contactDevice } from '../schema/duty-contact.table.ts'
import { unit } from '../schema/unit.table.ts'
import { webhook } from '../schema/webhook.table.ts'

const CHECK_TEXT = 'fire-iot-docking-platform'
const BATCH = 500
const KEY_BYTES = 32

export function canOpen({ open }: Secrets, sealed: string): boolean {
  try {
    open(sealed)
    return true
  } catch {
    return false
  }
}

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

export async function checkSecretKey(db: Db, secrets: Secrets): Promise<boolean> {
  const row = await ensureInstallation(db, randomUUID())
  const sealed = await anySealed(db, row)
  if (sealed !== null && !canOpen(secrets, sealed)) return false
  if (row.keyCheck === null) await db.update(installation).set({ keyCheck: secrets.seal(CHECK_TEXT) })
  return true
}

/** Another key makes all browsers subscribe again. */
export async function readPushKey(db: Db, secrets: Secrets, secretKey: string): Promise<Buffer> {
  const { pushKey } = await ensureInstallation(db, randomUUID())
  if (pushKey !== null) return Buffer.from(secrets.open(pushKey), 'hex')
  const made = derivePushKey(secretKey)
  await db.update(installation).set({ pushKey: secrets.seal(made.toString('hex')) })
  return made
}

/** @param former during a rotation */
export async function readDeriveKey(db: Db, secrets: Secrets, secretKey: string, former?: string): Promise<Buffer> {
  const { deriveKey, keyCheck } = await ensureInstallation(db, randomUUID())
  if (deriveKey !== null) return Buffer.from(secrets.open(deriveKey), 'hex')
  const isRotated = keyCheck !== null && canOpen(createSecrets(secretKey), keyCheck)
  const isUsed = (await db.select({ id: account.id }).from(account).limit(1)).length > 0
  const made = isUsed ? firstDeriveKey(isRotated ? secretKey : (former ?? secretKey)) : randomBytes(KEY_BYTES)
  const sealed = secrets.seal(made.toString('hex'))
  await db.update(installation).set({ deriveKey: sealed }).where(isNull(installation.deriveKey))
  return Buffer.from(secrets.open((await ensureInstallation(db, randomUUID())).deriveKey ?? sealed), 'hex')
}

export interface Resealed {
  readonly count: number
  readonly lostProviders: readonly number[]
  readonly lostUnits: readonly number[]
  readonly lostWebhooks: readonly number[]
}

async function resealRows(
  tx: Db,
  table: typeof provider | typeof unit | typeof webhook,
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
      .for('no key update')
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

/** Undecryptable secrets stay; such a push key goes with its subscriptions. */
export async function resealAll(tx: Db, secrets: Secrets, isLeaked: boolean): Promise<Resealed> {
  const { pushKey, deriveKey } = await ensureInstallation(tx, randomUUID())
  const plainPushKey = pushKey !== null && canOpen(secrets, pushKey) ? secrets.open(pushKey) : null
  if (plainPushKey === null) {
    await tx.delete(pushSubscription)
    await tx.update(contactDevice).set({ lostAt: sql`clock_timestamp()` })
  }
  await tx.update(installation).set({
    keyCheck: secrets.seal(CHECK_TEXT),
    pushKey: plainPushKey === null ? null : secrets.seal(plainPushKey),
    deriveKey: resealedDeriveKey(secrets, deriveKey, isLeaked),
  })
  const [providers, units] = [await resealRows(tx, provider, secrets), await resealRows(tx, unit, secrets)]
  const webhooks = await resealRows(tx, webhook, secrets)
  await resealFormerSecrets(tx, secrets)
  await resealChain(tx, secrets)
  return {
    count: providers.count + units.count + webhooks.count,
    lostProviders: providers.lost,
    lostUnits: units.lost,
    lostWebhooks: webhooks.lost,
  }
}

function resealedDeriveKey(secrets: Secrets, sealed: string | null, isLeaked: boolean): string | null {
  if (!isLeaked && sealed === null) return null
  const isKept = !isLeaked && sealed !== null && canOpen(secrets, sealed)
  return secrets.seal(isKept ? secrets.open(sealed) : randomBytes(KEY_BYTES).toString('hex'))
}

async function resealFormerSecrets(tx: Db, secrets: Secrets): Promise<void> {
  for (const table of [webhook, provider]) {
    const rows = await tx
      .select({ id: table.id, former: table.formerSecret })
      .from(table)
      .where(isNotNull(table.formerSecret))
    for (const { id, former } of rows) {
      const formerSecret = former !== null && canOpen(secrets, former) ? secrets.seal(secrets.open(former)) : null
      await tx.update(table).set({ formerSecret }).where(eq(table.id, id))
    }
  }
}
