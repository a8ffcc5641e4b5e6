import { eq } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { districtName } from '../reference/regions.ts'
import { building } from '../schema/building.table.ts'

/** Precondition: the session may see the building or district. */
export async function placeName(
  db: Db,
  { buildingId, countyNo = '' }: { readonly buildingId?: number | undefined; readonly countyNo?: string },
): Promise<string | null> {
  if (buildingId !== undefined) {
    const [row] = await db.select({ name: building.name }).from(building).where(eq(building.id, buildingId))
    return row?.name ?? null
  }
  return countyNo === '' ? null : districtName(countyNo.slice(0, 6))
}
