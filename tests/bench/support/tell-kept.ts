import { drizzle } from 'drizzle-orm/node-postgres'
import type { OpenDatabase } from '#server/platform/db/open-db.ts'
import { countKept } from './count-kept.ts'
import type { Ledger } from './mixed-load.ts'
import { tell } from './tell.ts'

export async function tellKept(
  opened: OpenDatabase,
  filesUrl: string,
  since: Date,
  ledger: Ledger,
  where: string,
): Promise<boolean> {
  const { batches, days, edits, files, declared, decided, tokens, exports, odd, cut } = ledger
  console.log(
    `${where}: acknowledged ${batches.length * 20} readings, ${days.length} days, ${edits.length} edits, ${files.length} files, ` +
      `${declared.length} declarations, ${decided.length} decisions, ${tokens.length} sign-ins, ${exports} exports; ${cut} calls cut off`,
  )
  const { client, end } = await opened.connectLong()
  const { found, strays } = await countKept(drizzle(client), filesUrl, since, ledger)
  await end()
  for (const [what, n] of found) tell({ name: what, where, value: n, unit: '', goal: '≤ 0' })
  console.log(`${strays} files that no row names`)
  for (const one of odd.slice(0, 10)) console.log(`  ${one}`)
  return [...found.values()].every((n) => n === 0)
}
