import type { SQL } from 'drizzle-orm'
import type { ScoreProblem } from '#contract/score.ts'
import { addDays, shanghaiDay } from '#contract/time.ts'
import type { Db } from '../platform/db/open-db.ts'
import { deviceCategory, ruleWords } from './score-items.rules.ts'
import { type ItemFilter, listScoreItems } from './score-items.store.ts'

const ITEM_DAYS = 30

export function itemDays(now: Date): { from: string; to: string } {
  const today = shanghaiDay(now)
  return { from: addDays(today, 1 - ITEM_DAYS), to: today }
}

export async function listItems(
  db: Db,
  buildings: SQL,
  input: ItemFilter & { currentPage: number; pageSize: number },
  now: Date,
): Promise<{ list: ScoreProblem[]; total: number }> {
  const { rows, total } = await listScoreItems(db, buildings, itemDays(now), input, input)
  return {
    total,
    list: rows.map(({ key, buildingId, buildingName, item, happened, solved, card }) => ({
      id: key,
      buildingId: String(buildingId),
      buildingName,
      describe: item.describe,
      itemDesc: ruleWords(item.rule),
      createTime: happened,
      happenTime: happened,
      solveTime: solved,
      catDevTypeId: deviceCategory(item.systemId, item.pointId),
      deduction: item.deduction,
      ruleType: card,
    })),
  }
}
