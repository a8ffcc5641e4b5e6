import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { account } from '../schema/account.table.ts'
import { organ } from '../schema/organ.table.ts'
import { building } from '../schema/building.table.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { Db } from '../platform/db/open-db.ts'
import { linkTo, postMessage } from '../identity/messages.ts'
import { districtName } from '../reference/regions.ts'
import { unit } from '../schema/unit.table.ts'
import { openApproval } from './approval.store.ts'
import { askedFor } from './present-application.ts'

/** Source: document 2, section 1. */
const DECIDING_LEVEL = 2
const DISTRICT_LEVEL = 3

const ofDistricts = (counties: readonly string[]) =>
  and(eq(organ.level, DISTRICT_LEVEL), inArray(organ.county, [...counties]))

const officers = (concerned: SQL | undefined): SQL =>
  and(eq(account.role, 'government'), concerned) ?? eq(account.id, 0)

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
  const deciding = eq(organ.level, DECIDING_LEVEL)
  const to = officers(counties.length > 0 ? or(deciding, ofDistricts(counties)) : deciding)
  await postMessage(tx, to, { title, html: htmlOf(lines) + link }, at)
}

const htmlOf = (lines: readonly string[]) => lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')

/** The new one may not open the building yet. */
async function notifyDistricts(
  tx: Db,
  { id, name, unitName, from, to }: { id: number; name: string; unitName: string; from: string; to: string },
  at: Date,
): Promise<void> {
  const html = htmlOf([
    name,
    `申请单位：${unitName}`,
    `申请将建筑由${districtName(from)}改到${districtName(to)}，审批通过后生效。`,
  ])
  const letter = { title: `【改区申请】${name}`, html }
  const link = linkTo(`/buildDetail/${id}/0/baseInfo`, '查看建筑')
  await postMessage(tx, officers(ofDistricts([from])), { ...letter, html: html + link }, at)
  await postMessage(tx, officers(ofDistricts([to])), letter, at)
}

/** A move is also told to both districts. Precondition: locked, no pending application. */
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
  await notifyAuthority(tx, { title: `【待审批】${names.building}`, lines, link, counties: [] }, now)
  if (to !== undefined && to !== names.county) {
    const { building: name, unit: unitName, county: from } = names
    await notifyDistricts(tx, { id: asked.buildingId, name, unitName, from, to }, now)
  }
  return id
}
