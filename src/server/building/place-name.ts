import { eq } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import { districtName } from '../dictionary/regions.ts'
import { building } from './building.table.ts'

/**
 * Name of the building or district a list is narrowed to; null where it is narrowed to neither. The caller has checked
 * that the session may see it.
 */
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
