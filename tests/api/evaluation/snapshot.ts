import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open-db.ts'

const QUERIES = {
  conditions: sql`select point_id || ' ' || cause as key, since::text as value from trouble`,
  problems: sql`select point_id || ' ' || cause as key, happened_at::text as value from problem where solved_at is null`,
  access: sql`select id::text as key, concat_ws(' ', access_status, access_at, must_percent, optional_percent) as value from building`,
  scores: sql`select building_id || ' ' || day as key, concat_ws(' ', score, card, items) as value from score_day`,
  connected: sql`select building_id::text as key, connected::text as value from building_state`,
}

export type EvaluationSnapshot = Record<keyof typeof QUERIES, Record<string, string>>

export async function understoodIn(db: Db): Promise<EvaluationSnapshot> {
  const found: Partial<EvaluationSnapshot> = {}
  for (const [name, query] of Object.entries(QUERIES) as [keyof EvaluationSnapshot, (typeof QUERIES)['conditions']][]) {
    const { rows } = await db.execute<{ key: string; value: string }>(query)
    found[name] = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  }
  return found as EvaluationSnapshot
}

export function differences(one: EvaluationSnapshot, other: EvaluationSnapshot): string[] {
  return (Object.keys(QUERIES) as (keyof EvaluationSnapshot)[]).flatMap((name) =>
    [...new Set([...Object.keys(one[name]), ...Object.keys(other[name])])]
      .filter((key) => one[name][key] !== other[name][key])
      .map((key) => `${name} ${key}: ${one[name][key]} / ${other[name][key]}`),
  )
}
