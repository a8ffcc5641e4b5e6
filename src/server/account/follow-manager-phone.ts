import { sql } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import { isUniqueViolation } from '../db/errors.ts'

/**
 * Lets a unit's account be signed in to and recovered by the phone of its safety manager: the one phone of a person
 * who answers for it. An account that was given another phone keeps it; a phone opens one account, the first that has it.
 * @param was the manager's phone before
 */
export async function followManagerPhone(tx: Db, unitId: number, was: string | null, is: string | null): Promise<void> {
  try {
    await tx.transaction((inner) =>
      inner.execute(sql`
        update account set phone = ${is}
        where id = (select min(id) from account where unit_id = ${unitId})
          and (phone is null or phone = ${was}) and not exists (select 1 from account o where o.phone = ${is})`),
    )
  } catch (error) {
    // Somebody else's account took it at this very moment.
    if (!isUniqueViolation(error, 'account_phone_key')) throw error
  }
}
