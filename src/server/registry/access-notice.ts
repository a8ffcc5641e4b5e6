import { Readable } from 'node:stream'
import { and, eq } from 'drizzle-orm'
import { BUILDING_RULES, can } from '#contract/building.rules.ts'
import { noticeDay, toWireTime } from '#contract/time.ts'
import { AppError } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { districtName, streetName } from '../reference/regions.ts'
import { issueDownload } from '../platform/issue-download.ts'
import { limitExports } from '../platform/limit-exports.ts'
import { composePdf } from '../platform/files/compose-pdf.ts'
import type { Context } from '../platform/implement.ts'
import { provider } from '../schema/provider.table.ts'
import { unit } from '../schema/unit.table.ts'
import { stateForRules } from './building.present.ts'
import { buildingUnit } from '../schema/building.table.ts'
import { findBuilding } from './find-building.ts'

const LONGEST_NAME = 60

export async function accessNotice({ buildingId }: { buildingId: number }, ctx: Context<Session>): Promise<string> {
  const { db, session, now, deps } = ctx
  const row = await findBuilding(db, session, buildingId)
  if (!can('notice', session.actor.role, stateForRules(row))) throw new AppError(409, BUILDING_RULES.notice.otherwise)
  await limitExports(ctx)
  const units = await db
    .select({ name: unit.name })
    .from(buildingUnit)
    .innerJoin(unit, eq(unit.id, buildingUnit.unitId))
    .where(and(eq(buildingUnit.buildingId, row.id), eq(buildingUnit.kind, 'bound')))
    .orderBy(unit.id)
  const [served] =
    row.providerId === null ? [] : await db.select().from(provider).where(eq(provider.id, row.providerId))
  const source = deps.settings.site.issuer
  const file = await composePdf({
    title: '消防物联网数据接入告知书',
    facts: [`建筑编号 ${row.id}`, `出具日期 ${noticeDay(now)}`],
    paragraphs: [
      `${units.map(({ name }) => name).join('、') || '建筑管理单位'}：`,
      `你单位管理的建筑“${row.name}”（所属综合体：${row.complexName}）的消防设施物联网必接项已全部接入本平台，必接项接入率${row.mustPercent}%，选接项接入率${row.optionalPercent}%。`,
      `建筑地址：${districtName(row.county)}${streetName(row.streetNo)}${row.addressDetail ?? row.address ?? ''}`,
      `服务商：${served?.name ?? '--'}`,
      `接入时间：${row.accessAt ? toWireTime(row.accessAt) : '--'}`,
      '请保持消防设施和用户信息传输装置持续在线，及时核实火警、处理故障和问题。数据中断超过7日的，接入状态将变更为接入失败。',
      '特此告知。',
      source,
      noticeDay(now),
    ].filter(Boolean),
    source,
    date: now,
  })
  return issueDownload(ctx, {
    fileName: `接入告知书-${Array.from(row.name).slice(0, LONGEST_NAME).join('')}.pdf`,
    contentType: 'application/pdf',
    audit: () => ({ buildingId: row.id }),
    content: Readable.from([file], { objectMode: false }),
  })
}
