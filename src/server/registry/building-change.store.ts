import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { recordChange, recordChanges } from '../platform/record-change.ts'

export async function recordBuildings(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await recordChanges(
    tx,
    'building',
    sql`select b.id, b.county, null::bigint, null::bigint, null::int, null::jsonb from building b
      where b.id = any(${sql.param(ids)}::bigint[]) and not exists (
        select 1 from change c where c.xid = pg_current_xact_id() and c.kind = 'building' and c.building_id = b.id)`,
  )
}

export async function recordMoves(tx: Db, moved: readonly { id: number; from: string }[]): Promise<void> {
  if (moved.length === 0) return
  for (const kind of ['scope', 'building'])
    await recordChanges(
      tx,
      kind,
      sql`select b.id, c.county, null::bigint, null::bigint, null::int, null::jsonb
        from unnest(${sql.param(moved.map(({ id }) => id))}::bigint[], ${sql.param(moved.map(({ from }) => from))}::text[]) as n(id, county)
        join building b on b.id = n.id and b.county <> n.county cross join lateral (values (n.county), (b.county)) c(county)`,
    )
}

export const recordApplication = (
  tx: Db,
  of: { readonly buildingId?: number; readonly unitId?: number },
): Promise<void> => recordChange(tx, { kind: 'approval', ...of })

export async function recordScope(
  tx: Db,
  { buildingId, unitId, providerId }: { buildingId: number; unitId?: number; providerId?: number },
): Promise<void> {
  await recordChange(tx, {
    kind: 'scope',
    buildingId,
    ...(unitId && { unitId }),
    ...(providerId && { data: { providerId } }),
  })
}
