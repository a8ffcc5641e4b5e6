import { and, eq, isNull } from 'drizzle-orm'
import { applicationStatus } from '#contract/dict/application-status.ts'
import { findAccount } from '../identity/account.store.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { buildingScope } from '../registry/building.scope.ts'
import { newKey } from '../registry/building-key.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { recordApplication, recordMoves, recordScope } from '../registry/building-change.store.ts'
import type { Building } from '../registry/find-building.ts'
import { currentValues, effectiveColumns } from '../registry/register-changes.rules.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Context } from '../platform/implement.ts'
import { type MessageText, linkTo, notifyUnit } from '../identity/messages.ts'
import { lockBuildingStates } from '../evaluation/evaluated-building.store.ts'
import { evaluateBuildings } from '../evaluation/evaluate-buildings.ts'
import { approval } from '../schema/approval.table.ts'
import { askedFor } from '../registry/present-application.ts'
import { type Application, findApplication } from '../registry/application.store.ts'

interface Decision {
  readonly approveId: number
  /** 1 approved, 2 refused. */
  readonly status: 1 | 2
  readonly refuseReason: string | null
}

/** An approved declaration exempts its item types. @throws AppError 404, 409 if decided or withdrawn */
export async function decideApplication(
  { approveId, status, refuseReason }: Decision,
  ctx: Context<Session>,
): Promise<null> {
  const { session, now } = ctx
  return ctx.write(async (tx) => {
    const inSight = buildingScope(tx, session)
    const asked = await findApplication(tx, inSight, approveId)
    if (!asked) throw notThere()
    // Same lock order as report ingestion, to prevent deadlocks.
    await lockBuildingStates(tx, [asked.buildingId])
    const [row] = await tx.select().from(building).where(eq(building.id, asked.buildingId)).for('update')
    if (!row) throw notThere()
    const decided = await tx
      .update(approval)
      .set({ status, decidedAt: now, decidedBy: session.accountId, refuseReason })
      .where(and(eq(approval.id, approveId), eq(approval.status, 0), isNull(approval.withdrawnAt)))
      .returning({ id: approval.id })
    if (decided.length === 0) throw await asDecided(tx, approveId)
    const { changes } = asked
    const replaced = changes && currentValues(row, changes)
    if (replaced) await tx.update(approval).set({ replaced }).where(eq(approval.id, approveId))
    await tx
      .update(building)
      .set({
        ...(status === 1 && effectOf(asked, row, ctx)),
        approveStatus: status === 1 ? null : 1,
        refuseReason,
        modifiedAt: now,
      })
      .where(eq(building.id, asked.buildingId))
    if (status === 1 && asked.kind === 'registered') await confirmTie(tx, asked.buildingId, asked.unitId)
    if (status === 1 && asked.kind === 'access') await evaluateBuildings(tx, [asked.buildingId], now, [], false)
    const { buildingId, unitId, kind, types } = asked
    await recordApplication(tx, { buildingId, unitId })
    if (status === 1) await recordScope(tx, { buildingId, unitId })
    await recordMoves(tx, [{ id: buildingId, from: row.county }])
    await notifyUnit(tx, { unitId }, decisionLetter(asked, status, refuseReason), now)
    const before = { status: 0, ...(status === 1 && replaced) }
    const after = { status, refuseReason, ...(status === 1 && changes) }
    const proposal = status === 2 && changes && { asked: { before: replaced, after: changes } }
    return { value: null, audit: { approveId, buildingId, unitId, kind, types, before, after, ...proposal } }
  })
}

/** The new key of a claim ends the previous one. */
function effectOf({ kind, changes }: Application, row: Building, { deps, now }: Context<Session>): Partial<Building> {
  switch (kind) {
    case 'building':
      return { registered: true, registeredAt: now }
    case 'registered':
      return { ...effectiveColumns(row, changes ?? {}), appKey: newKey(deps) }
    case 'change':
      return effectiveColumns(row, changes ?? {})
    case 'access':
      return {}
  }
}

const confirmTie = (tx: Db, buildingId: number, unitId: number) =>
  tx
    .update(buildingUnit)
    .set({ confirmed: true })
    .where(
      and(eq(buildingUnit.buildingId, buildingId), eq(buildingUnit.unitId, unitId), eq(buildingUnit.kind, 'bound')),
    )

function decisionLetter(asked: Application, status: 1 | 2, refuseReason: string | null): MessageText {
  const outcome = status === 1 ? '已通过' : '未通过'
  const lines = [
    `<strong>${escapeHtml(asked.buildingName)}</strong>`,
    `申请内容：${escapeHtml(askedFor(asked))}`,
    `审批结果：${outcome}`,
    ...(refuseReason ? [`原因：${escapeHtml(refuseReason)}`] : []),
  ]
  return {
    title: `【审批${outcome}】${asked.buildingName}`,
    html:
      lines.map((line) => `<p>${line}</p>`).join('') +
      (status === 1
        ? linkTo(`/buildDetail/${asked.buildingId}/1/baseInfo`, '查看建筑')
        : linkTo(
            `/buildingList?search=${encodeURIComponent(asked.buildingName)}`,
            '请按要求修改后，在建筑列表中重新提交',
          )),
  }
}

export async function asDecided(tx: Db, id: number): Promise<AppError> {
  const [row] = await tx.select().from(approval).where(eq(approval.id, id))
  if (!row) return notThere()
  if (row.withdrawnAt) return new AppError(409, '该申请已被申请单位撤回，请刷新列表')
  const by = row.decidedBy === null ? undefined : await findAccount(tx, row.decidedBy)
  const how = applicationStatus.label(row.status)
  return new AppError(409, by ? `该申请${how}（审批人：${by.name}），请刷新列表` : `该申请${how}，请刷新列表`)
}
