import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { account } from '../schema/account.table.ts'
import { organ } from '../schema/organ.table.ts'
import { building } from '../schema/building.table.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { Db } from '../platform/db/open-db.ts'
import { linkTo, postMessage } from '../identity/messages.ts'
import { unit } from '../schema/unit.table.ts'
import { openApproval } from './approval.store.ts'
import { askedFor } from './present-application.ts'

/** Source: document 2, section 1. */
const DECIDING_LEVEL = 2
const DISTRICT_LEVEL = 3

function officers(counties: readonly string[]): SQL {
  const districts = and(eq(organ.level, DISTRICT_LEVEL), inArray(organ.county, [...counties]))
  const concerned =
    counties.length > 0 ? or(eq(organ.level, DECIDING_LEVEL), districts) : eq(organ.level, DECIDING_LEVEL)
  return and(eq(account.role, 'government'), concerned) ?? eq(account.id, 0)
}

/** @param message `lines` plain text, `link` HTML of {@link linkTo} */
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
  await postMessage(tx, officers(counties), { title, html }, at)
}

/** A move also notifies both districts. Precondition: locked, no pending application. */
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
  const link = linkTo(`/examineList?id=${id}`, '前往接入审批')
  const counties = to !== undefined && to !== names.county ? [names.county, to] : []
  await notifyAuthority(tx, { title: `【待审批】${names.building}`, lines, link, counties }, now)
  return id
}
