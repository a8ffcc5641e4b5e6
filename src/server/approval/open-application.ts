import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { account } from '../account/account.table.ts'
import { organ } from '../account/organ.table.ts'
import { building } from '../building/building.table.ts'
import { escapeHtml } from '../content/escape-html.ts'
import type { Db } from '../db/open-db.ts'
import { linkTo, post } from '../message/send-message.ts'
import { unit } from '../unit/unit.table.ts'
import { openApproval } from './approval.store.ts'
import { askedFor } from './present-application.ts'

/** The organ level that decides on applications. Source: document 2, section 1. */
const DECIDING_LEVEL = 2
const DISTRICT_LEVEL = 3

/** Accounts of the authority: those that decide, and the districts' that a change concerns. */
function officers(counties: readonly string[]): SQL {
  const districts = and(eq(organ.level, DISTRICT_LEVEL), inArray(organ.county, [...counties]))
  const concerned =
    counties.length > 0 ? or(eq(organ.level, DECIDING_LEVEL), districts) : eq(organ.level, DECIDING_LEVEL)
  return and(eq(account.role, 'government'), concerned) ?? eq(account.id, 0)
}

/** Stores a notification for the authority; `lines` are plain text, `link` is a paragraph of {@link linkTo}. */
export async function notifyAuthority(
  tx: Db,
  {
    title,
    lines,
    link,
    counties,
  }: {
    title: string
    lines: readonly string[]
    link: string
    counties: readonly string[]
  },
  at: Date,
): Promise<void> {
  const html = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('') + link
  await post(tx, officers(counties), { title, html }, at)
}

/**
 * Opens an application and notifies whoever decides on it; a move between districts is told to both.
 * The caller has locked the building and seen that nothing else about it is pending.
 * @returns the application's number
 */
export async function openApplication(tx: Db, asked: Parameters<typeof openApproval>[1], now: Date): Promise<number> {
  const id = await openApproval(tx, asked, now)
  const [names] = await tx
    .select({ building: building.name, county: building.county, unit: unit.name })
    .from(building)
    .innerJoin(unit, eq(unit.id, asked.unitId))
    .where(eq(building.id, asked.buildingId))
  if (!names) return id
  const to = asked.changes?.county
  const lines = [
    names.building,
    `申请单位：${names.unit}`,
    `申请内容：${askedFor({ kind: asked.kind, types: asked.types ?? [] })}`,
    `申请原因：${asked.reason}`,
  ]
  const link = linkTo('/examineList', '前往接入审批')
  const counties = to !== undefined && to !== names.county ? [names.county, to] : []
  await notifyAuthority(tx, { title: `【待审批】${names.building}`, lines, link, counties }, now)
  return id
}
