import { eq, notLike } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import type { Secrets } from '../platform/deps.ts'
import { SEALED } from '../platform/secrets.ts'
import { unit } from '../schema/unit.table.ts'

const BATCH = 500

/** Stored in plain text by an earlier version. */
export async function sealUnitSecrets(db: Db, { seal }: Secrets): Promise<void> {
  const isClear = notLike(unit.secret, `${SEALED}%`)
  for (;;) {
    const rows = await db.select({ id: unit.id, secret: unit.secret }).from(unit).where(isClear).limit(BATCH)
    for (const { id, secret } of rows)
      await db
        .update(unit)
        .set({ secret: seal(secret) })
        .where(eq(unit.id, id))
    if (rows.length < BATCH) return
  }
}
