import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { dutyCheck as contract, LATE_ANSWER_MS, MOST_CHECKED, MOST_PLANS } from '#contract/duty-check.ts'
import { checkState, transmitterCheck } from '#contract/dict/check-state.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { fromWireTime } from '#contract/time.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { exportSheet } from '../platform/export-sheet.ts'
import { implement } from '../platform/implement.ts'
import type { Session } from '../platform/session.ts'
import { buildingScope, inRegister, scopedBuildings } from '../registry/building.scope.ts'
import { needConfirmedTie } from '../registry/need-confirmed-tie.ts'
import { organisationOf } from '../evaluation/alarm-acts.store.ts'
import { building } from '../schema/building.table.ts'
import { dutyCheckPlan } from '../schema/duty-check.table.ts'
import { askChecks } from './ask-checks.ts'
import { answerChecks, bigints } from '../devices/duty-answer.store.ts'
import { type CheckFilter, eachCheck, listChecks } from './duty-check.store.ts'
import { hourOf, minutesOf } from './duty-hours.ts'
import { checkStateOf, presentCheck, secondsOf, transmitterStateOf } from './present-check.ts'
import { planTimes } from './run-duty-checks.ts'

const COLUMNS = [
  { title: '序号', width: 8, kind: 'number' },
  { title: '建筑名称', width: 36 },
  { title: '单位', width: 36 },
  { title: '查岗机构', width: 28 },
  { title: '查岗时间', width: 20, kind: 'time' },
  { title: '应答时限', width: 20, kind: 'time' },
  { title: '结果', width: 12 },
  { title: '应答时间', width: 20, kind: 'time' },
  { title: '应答用时（秒）', width: 14, kind: 'number' },
  { title: '应答人', width: 36 },
  { title: '通知人数', width: 10, kind: 'number' },
  { title: '通知已送达', width: 12 },
  { title: '传输装置', width: 18 },
] as const

const filterOf = ({ state, startTime, endTime }: ParsedOf<typeof contract.export>): CheckFilter => ({
  state,
  from: startTime === undefined ? null : fromWireTime(startTime),
  until: endTime === undefined ? null : fromWireTime(endTime),
})

const isRunBy = (unitId: number) => sql`exists (select 1 from building_unit x where x.building_id = "building"."id"
  and x.unit_id = ${unitId} and x.kind = 'bound' and x.confirmed)`

async function checkScope(db: Db, session: Session, buildingId?: number): Promise<SQL> {
  const scope = await scopedBuildings(db, session, { buildingId })
  return session.unitId === null ? scope : sql`${scope} and ${isRunBy(session.unitId)}`
}

async function chosenIds(
  db: Db,
  session: Session,
  { buildingIds = [], unitId }: { readonly buildingIds?: readonly number[]; readonly unitId?: number | undefined },
): Promise<number[]> {
  const wanted = [...new Set(buildingIds)]
  const scope = and(
    await scopedBuildings(db, session, { lawCompanyId: unitId }),
    inRegister(session),
    unitId === undefined ? undefined : isRunBy(unitId),
  )
  const which = wanted.length > 0 ? and(scope, inArray(building.id, wanted)) : scope
  const rows = await db
    .select({ id: building.id })
    .from(building)
    .where(which)
    .orderBy(building.id)
    .limit(MOST_CHECKED + 1)
  if (rows.length < wanted.length) throw notThere()
  if (rows.length > MOST_CHECKED) throw new AppError(409, `该单位的建筑超过 ${MOST_CHECKED} 栋，请按建筑选择`)
  return rows.map(({ id }) => id)
}

const ownedBy = ({ organId }: Session) => eq(dutyCheckPlan.organId, organId ?? 0)

async function findPlan(tx: Db, session: Session, id: number) {
  const [row] = await tx
    .select()
    .from(dutyCheckPlan)
    .where(and(eq(dutyCheckPlan.id, id), ownedBy(session)))
    .for('update')
  if (!row) throw notThere()
  return row
}

const planFacts = (
  plan: Pick<typeof dutyCheckPlan.$inferSelect, 'buildingIds' | 'everyMinutes' | 'answerMinutes'>,
) => ({
  buildingIds: plan.buildingIds,
  everyMinutes: plan.everyMinutes,
  answerMinutes: plan.answerMinutes,
})

export const dutyCheckApi = implement(contract, {
  async list(input, { db, session, now }) {
    const { currentPage, pageSize } = input
    const scope = await checkScope(db, session, input.buildingId)
    const page = await listChecks(db, scope, filterOf(input), now, pageSize, (currentPage - 1) * pageSize)
    return {
      list: page.rows.map((row) => presentCheck(row, now)),
      total: page.total,
      counts: page.counts,
      medianSeconds: page.median === null ? null : Math.round(page.median),
    }
  },

  async export(input, ctx) {
    const { db, session, now } = ctx
    const scope = await checkScope(db, session, input.buildingId)
    const filter = filterOf(input)
    const rows = eachCheck(db, scope, filter, now)
    return exportSheet(ctx, { title: '查岗结果', columns: COLUMNS }, rows, (row, index) => [
      index,
      row.buildingName,
      row.unitNames,
      row.askedBy,
      new Date(row.askedAt),
      new Date(row.dueAt),
      checkState.label(checkStateOf(row, now)),
      row.answeredAt === null ? null : new Date(row.answeredAt),
      secondsOf(row),
      row.answeredBy,
      row.recipients,
      row.isReached ? '是' : '否',
      transmitterCheck.label(transmitterStateOf(row, now)),
    ])
  },

  async ask({ buildingIds, unitId, answerMinutes }, { db, session, now, write }) {
    const { organId } = session
    if (organId === null) throw notThere()
    const ids = await chosenIds(db, session, { buildingIds, unitId: buildingIds.length > 0 ? undefined : unitId })
    if (ids.length === 0) throw new AppError(409, '该单位没有已登记的建筑')
    return write(async (tx) => {
      const { checks, recipients } = await askChecks(tx, {
        organId,
        planId: null,
        buildingIds: ids,
        answerMinutes,
        now,
      })
      if (checks === 0) throw new AppError(409, '所选建筑正在等待应答，请稍后再查')
      const of = ids.length === 1 ? { buildingId: ids[0] } : { buildingIds: ids }
      return { value: { buildings: checks, recipients }, audit: { ...of, answerMinutes } }
    })
  },

  answer: ({ ids }, { session, now, write }) =>
    write(async (tx) => {
      const scope = await scopedBuildings(tx, session, {})
      const { rows: all } = await tx.execute<{
        id: string
        building_id: string
        is_answered: boolean
        is_run: boolean
      }>(sql`
        select k.id, k.building_id, k.answered_at is not null as is_answered, ${isRunBy(session.unitId ?? 0)} as is_run
        from duty_check k join building on building.id = k.building_id where ${scope} and k.id = any(${bigints(ids)})`)
      if (all.length < new Set(ids).size) throw notThere()
      const rows = all.filter(({ is_run }) => is_run)
      if (rows.length === 0) await needConfirmedTie(tx, session, ...all.map(({ building_id }) => Number(building_id)))
      const by = { name: session.name, organisation: await organisationOf(tx, session) }
      const answered = await answerChecks(
        tx,
        rows.map(({ id }) => Number(id)),
        by,
        now,
      )
      if (answered.length === 0 && rows.some(({ is_answered }) => !is_answered))
        throw new AppError(409, `已超过应答时限 ${LATE_ANSWER_MS / 60_000} 分钟，不能再应答`)
      const buildingIds = [...new Set(rows.map(({ building_id }) => Number(building_id)))]
      return { value: { answered: answered.length }, audit: { checkIds: answered, buildingIds } }
    }),

  async plans(_input, { db, session }) {
    const rows = await db.select().from(dutyCheckPlan).where(ownedBy(session)).orderBy(dutyCheckPlan.id)
    const ids = rows.flatMap(({ buildingIds }) => buildingIds)
    const named = await db
      .select({ id: building.id, name: building.name })
      .from(building)
      .where(and(buildingScope(db, session), inRegister(session), inArray(building.id, ids.length > 0 ? ids : [0])))
      .orderBy(building.name, building.id)
    return {
      list: rows.map(({ id, buildingIds, everyMinutes, answerMinutes, hoursFrom, hoursTo }) => ({
        id: String(id),
        buildings: named
          .filter((one) => buildingIds.includes(one.id))
          .map(({ id: buildingId, name }) => ({ id: String(buildingId), name })),
        everyMinutes,
        answerMinutes,
        hoursFrom: hourOf(hoursFrom),
        hoursTo: hourOf(hoursTo),
      })),
    }
  },

  async savePlan({ id, buildingIds, hoursFrom, hoursTo, ...values }, { deps, db, session, now, write }) {
    const { organId, accountId } = session
    if (organId === null) throw notThere()
    const row = {
      ...values,
      buildingIds: await chosenIds(db, session, { buildingIds }),
      hoursFrom: minutesOf(hoursFrom),
      hoursTo: minutesOf(hoursTo),
    }
    const times = planTimes(now, row, deps.random)
    return write(async (tx) => {
      if (id !== undefined) {
        const before = await findPlan(tx, session, id)
        await tx
          .update(dutyCheckPlan)
          .set({ ...row, ...times })
          .where(eq(dutyCheckPlan.id, id))
        const audit = { planId: id, before: planFacts(before), after: planFacts(row) }
        return { value: { id: String(id) }, audit }
      }
      const known = await tx.$count(dutyCheckPlan, ownedBy(session))
      if (known >= MOST_PLANS) throw new AppError(409, `最多 ${MOST_PLANS} 个定时查岗`)
      const [made] = await tx
        .insert(dutyCheckPlan)
        .values({ ...row, ...times, organId, accountId, createdAt: now })
        .returning({ id: dutyCheckPlan.id })
      return { value: { id: String(made?.id) }, audit: { planId: made?.id, after: planFacts(row) } }
    })
  },

  removePlan: ({ id }, { session, write }) =>
    write(async (tx) => {
      const before = await findPlan(tx, session, id)
      await tx.delete(dutyCheckPlan).where(eq(dutyCheckPlan.id, id))
      return { value: null, audit: { planId: id, before: planFacts(before) } }
    }),
})
