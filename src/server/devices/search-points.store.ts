import { and, eq, inArray, like, or, sql, type SQL } from 'drizzle-orm'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { building } from '../schema/building.table.ts'
import { point } from '../schema/point.table.ts'
import { pointState } from './floor-plan.store.ts'

/** Most buildings whose points are compared one by one. */
const FEW = 20

const text = sql`concat_ws(chr(31), ${point.deviceName}, ${point.pointNumber}, ${point.deviceNo}, ${point.floor}, ${point.zone}, ${point.descript})`

/** Lower-casing each row costs more than comparing it three times. */
const cases = (word: string) => [...new Set([word, word.toLowerCase(), word.toUpperCase()])]

const columns = {
  id: point.id,
  deviceName: point.deviceName,
  pointNumber: point.pointNumber,
  floor: point.floor,
  zone: point.zone,
  descript: point.descript,
  online: point.online,
  openRank: point.openRank,
  buildingId: building.id,
  buildingName: building.name,
}

const select = (db: Db, where: SQL | undefined, most: number) =>
  db
    .select(columns)
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .where(where)
    .orderBy(sql`nullif(${point.openRank}, 0)`, point.pointNumber, point.id)
    .limit(most)

async function idsOfFew(db: Db, where: SQL | undefined): Promise<number[]> {
  const rows = await db
    .select({ id: building.id })
    .from(building)
    .where(where)
    .limit(FEW + 1)
  return rows.length > FEW ? [] : rows.map(({ id }) => id)
}

/**
 * Points whose device number begins with the words; and, in at most {@link FEW} buildings, those that contain each word
 * or whose building does.
 * @param scope first condition, on `building`
 * @param named condition for the buildings to look in
 */
export async function searchPoints(
  db: Db,
  { scope, named }: { readonly scope: SQL | undefined; readonly named: SQL | undefined },
  words: readonly string[],
  most: number,
) {
  const begins = cases(words.join(' ')).map((word) => like(point.deviceNo, likePattern(word).slice(1)))
  const byNumber = await select(db, and(scope, or(...begins)), most)
  const ids = await idsOfFew(db, and(scope, named))
  if (ids.length === 0) return byNumber
  const contains = words.map((word) =>
    or(
      like(building.sought, likePattern(word.toLowerCase())),
      ...cases(word).map((one) => like(text, likePattern(one))),
    ),
  )
  const byText = await select(db, and(inArray(point.buildingId, ids), ...contains), most)
  return [...new Map([...byNumber, ...byText].map((row) => [row.id, row])).values()].slice(0, most)
}

export async function pointStates(db: Db, ids: readonly number[]) {
  const rows = await db
    .select({ id: point.id, state: pointState(point.buildingId) })
    .from(point)
    .where(inArray(point.id, [...ids]))
  return new Map(rows.map(({ id, state }) => [id, state]))
}
