import { sql } from 'drizzle-orm'
import type { ShelfScope } from '#contract/shelf.rules.ts'
import { linkTo, type MessageText } from '../identity/messages.ts'
import type { Db } from '../platform/db/open-db.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import { SYSTEMS } from '../reference/systems.ts'

/** 整栋建筑, a system's name, or a device's name and number. */
export async function shelfScopeWords(tx: Db, { systemId, pointId }: ShelfScope): Promise<string> {
  if (systemId !== null) return SYSTEMS.find(({ id }) => id === systemId)?.name ?? String(systemId)
  if (pointId === null) return '整栋建筑'
  const { rows } = await tx.execute<{ words: string }>(sql`
    select concat_ws(' ', device_name, coalesce(device_no, point_number)) as words from point where id = ${pointId}`)
  return rows[0]?.words ?? '已删除的点位'
}

interface EndedShelf {
  readonly buildingId: number
  readonly name: string
  readonly scope: ShelfScope
  readonly by: string | null
}

export async function shelfEndLetter(tx: Db, { buildingId, name, scope, by }: EndedShelf): Promise<MessageText> {
  const what = `${escapeHtml(name)}（${escapeHtml(await shelfScopeWords(tx, scope))}）的检修登记`
  const how = by === null ? '已到结束时间' : `已由${escapeHtml(by)}提前结束`
  const { rows } = await tx.execute(sql`
    select 1 from alarm where building_id = ${buildingId} and judged_at is null and joined_to is null limit 1`)
  const left = rows.length > 0 ? '该建筑有火警尚未确认，请确认；' : ''
  return {
    title: '检修登记已结束',
    html: `<p>${what}${how}，火警恢复逐级通知。${left}仍在检修的，请重新登记。</p>${linkTo(`/alarms?building=${buildingId}`, '查看该建筑的火警')}`,
  }
}
