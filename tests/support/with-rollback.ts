import type { Db } from '#server/platform/db/open-db.ts'

class RollBack extends Error {
  override readonly name = 'RollBack'
}

/** Nested ones become savepoints. */
export async function withRollback<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  let outcome: { result: Result } | undefined
  await db
    .transaction(async (tx) => {
      outcome = { result: await work(tx) }
      throw new RollBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollBack)) throw error
    })
  if (outcome === undefined) throw new Error('the transaction ended without running its work')
  return outcome.result
}
