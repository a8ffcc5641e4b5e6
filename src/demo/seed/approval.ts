import { eq, isNotNull, sql } from 'drizzle-orm'
import { account } from '#server/schema/account.table.ts'
import { approval } from '#server/schema/approval.table.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { SYSTEMS } from '#server/reference/systems.ts'
import { type CityClock, DAY } from './city-clock.ts'
import type { BuildingModel } from './model.ts'
import { rngFor } from './random.ts'

type Row = typeof approval.$inferInsert

const DECLARED: Readonly<Record<number, string>> = {
  15: '消防泵控制柜型号老旧，暂不具备状态输出接口',
  16: '消防水箱正在改造，液位传感器预计下月安装',
  17: '消火栓管网正在改造，压力传感器预计下月安装',
  21: '喷淋泵控制柜型号老旧，暂不具备状态输出接口',
  22: '喷淋系统正在改造，末端压力传感器预计下月安装',
}

const SHARED = '1'

function declaration(made: BuildingModel, reason: '0' | '1'): Pick<Row, 'types' | 'reason'> {
  const rng = rngFor('declared', made.id)
  const systems = SYSTEMS.filter(({ id, apis }) => made.kind.systems.includes(id) && apis.some(({ must }) => must))
  const system = rng.pick(systems)
  const item = rng.pick(system.apis.filter(({ must }) => must))
  return {
    types: [[reason, String(system.id), String(item.id)]],
    reason:
      reason === SHARED
        ? `${system.name}与相邻建筑共用，${item.name}由相邻建筑统一上报`
        : (DECLARED[item.id] ?? '火灾报警控制器型号老旧，暂不具备数据输出接口'),
  }
}

/** Some connected buildings also get an approved one. */
export function approvalsOf(made: BuildingModel, clock: CityClock): Row[] {
  const { row } = made
  const rng = rngFor('approval', made.id)
  const asked = (status: 0 | 1 | 2, daysAgo: number, kind: Row['kind']): Row => {
    const appliedAt = clock.before(daysAgo * DAY)
    return {
      buildingId: made.id,
      unitId: made.owner.id,
      kind,
      ...(kind === 'access' ? declaration(made, rng.chance(0.5) ? '0' : SHARED) : { types: [], reason: '新增建筑' }),
      status,
      appliedAt,
      decidedAt: status === 0 ? null : new Date(appliedAt.getTime() + DAY),
      refuseReason: status === 2 ? (row.refuseReason ?? null) : null,
    }
  }
  const kind = row.providerId === null ? 'building' : 'access'
  if (row.approveStatus === 0) return [asked(0, rng.int(1, 6), kind)]
  if (row.approveStatus === 1) return [asked(2, rng.int(7, 15), kind)]
  return row.accessStatus === 1 && rng.chance(0.15) ? [asked(1, rng.int(30, 200), 'access')] : []
}

/** Accounts are written after approvals. */
export async function setReviewer(db: Db): Promise<void> {
  const reviewer = db.select({ id: account.id }).from(account).where(eq(account.account, 'zhidui'))
  await db
    .update(approval)
    .set({ decidedBy: sql`(${reviewer})` })
    .where(isNotNull(approval.decidedAt))
}
