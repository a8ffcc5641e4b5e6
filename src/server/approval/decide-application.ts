import { and, eq, isNull } from 'drizzle-orm'
import { applicationStatus } from '#contract/dict/application-status.ts'
import { findAccount } from '../account/account.store.ts'
import { AppError, notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import { visibleTo } from '../building/building.scope.ts'
import { newKey } from '../building/building-key.ts'
import { building, buildingUnit } from '../building/building.table.ts'
import type { Building } from '../building/find-building.ts'
import { currentValues, effectiveColumns } from '../building/register-changes.rules.ts'
import { escapeHtml } from '../content/escape-html.ts'
import type { Db } from '../db/open-db.ts'
import type { Context } from '../implement.ts'
import { type Letter, linkTo, tell } from '../message/send-message.ts'
import { takeBuildings } from '../understanding/building.store.ts'
import { settleBuildings } from '../understanding/settle-buildings.ts'
import { approval } from './approval.table.ts'
import { askedFor } from './present-application.ts'
import { type Application, findApplication } from './review.store.ts'

interface Decision {
  readonly approveId: number
  /** 1 passed, 2 refused. */
  readonly status: 1 | 2
  readonly refuseReason: string | null
}

/**
 * Decides on an application. Of two who decide at once one is heard; the other is told by whom and how.
 * A passed declaration takes the declared item types off what the building has to connect, from this moment on.
 * @throws AppError 404 out of sight, 409 where it was decided or withdrawn before
 */
export async function decideApplication(
  { approveId, status, refuseReason }: Decision,
  ctx: Context<Session>,
): Promise<null> {
  const { session, now } = ctx
  return ctx.write(async (tx) => {
    const inSight = visibleTo(tx, session)
    const asked = await findApplication(tx, inSight, approveId)
    if (!asked) throw notThere()
    // The order in which an arrival takes them too, so that the two can't wait for each other.
    await takeBuildings(tx, [asked.buildingId])
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
    if (status === 1 && asked.kind === 'access') await settleBuildings(tx, [asked.buildingId], now, [], false)
    const { buildingId, unitId, kind, types } = asked
    await tell(tx, { unitId }, decisionLetter(asked, status, refuseReason), now)
    const before = { status: 0, ...(status === 1 && replaced) }
    const after = { status, refuseReason, ...(status === 1 && changes) }
    const proposal = status === 2 && changes && { asked: { before: replaced, after: changes } }
    return { value: null, audit: { approveId, buildingId, unitId, kind, types, before, after, ...proposal } }
  })
}

/** What a passed application writes to the building; a claim's new unit gets a key that nobody had before. */
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

/** What the unit that asked is told. */
function decisionLetter(asked: Application, status: 1 | 2, refuseReason: string | null): Letter {
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
        : linkTo('/buildingList', '请按要求修改后，在建筑列表中重新提交')),
  }
}

/** What is said to who came too late. */
export async function asDecided(tx: Db, id: number): Promise<AppError> {
  const [row] = await tx.select().from(approval).where(eq(approval.id, id))
  if (!row) return notThere()
  if (row.withdrawnAt) return new AppError(409, '该申请已被申请单位撤回，请刷新列表')
  const by = row.decidedBy === null ? undefined : await findAccount(tx, row.decidedBy)
  const how = applicationStatus.label(row.status)
  return new AppError(409, by ? `该申请${how}（审批人：${by.name}），请刷新列表` : `该申请${how}，请刷新列表`)
}
