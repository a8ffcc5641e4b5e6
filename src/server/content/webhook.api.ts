import { and, asc, eq, sql } from 'drizzle-orm'
import { toWireTime } from '#contract/time.ts'
import { FORMER_SECRET_MS, MOST_WEBHOOKS, webhook as contract } from '#contract/webhook.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { implement } from '../platform/implement.ts'
import type { Session } from '../platform/session.ts'
import { webhook } from '../schema/webhook.table.ts'
import { REQUEUED } from './delivery.store.ts'
import { forwardMissed } from './forward-open-fires.ts'
import { webhookSecret } from './webhook-sender.ts'

const ownedBy = ({ organId }: Session) => eq(webhook.organId, organId ?? 0)

async function findOwn(tx: Db, session: Session, id: number) {
  const [row] = await tx
    .select()
    .from(webhook)
    .where(and(eq(webhook.id, id), ownedBy(session)))
    .for('update')
  if (!row) throw notThere()
  return row
}

export const webhookApi = implement(contract, {
  async list(_input, { db, session, now }) {
    const rows = await db.select().from(webhook).where(ownedBy(session)).orderBy(asc(webhook.id))
    return {
      list: rows.map(({ id, address, kinds, createdAt, disabledAt, formerUntil }) => ({
        id: String(id),
        address,
        kinds,
        createdTime: toWireTime(createdAt),
        disabledTime: disabledAt && toWireTime(disabledAt),
        formerUntil: formerUntil !== null && formerUntil > now ? toWireTime(formerUntil) : null,
      })),
    }
  },

  async save({ id, address, kinds }, { deps, session, now, write }) {
    const { organId } = session
    if (organId === null) throw notThere()
    if (!deps.webhooks.isAllowed(address)) throw new AppError(400, '转发地址须为 https，且不能是内部地址')
    const secret = webhookSecret(deps.newToken())
    const row = {
      address,
      kinds: [...new Set(kinds)],
      secret: deps.secrets.seal(secret),
      disabledAt: null,
    }
    const audit = { host: new URL(address).host, kinds: row.kinds }
    return write(async (tx) => {
      if (id !== undefined) {
        const before = await findOwn(tx, session, id)
        // Its secret may have leaked.
        const isKept = before.disabledAt === null && before.address === address
        const former = isKept
          ? { formerSecret: before.secret, formerUntil: new Date(now.getTime() + FORMER_SECRET_MS) }
          : { formerSecret: null, formerUntil: null }
        await tx
          .update(webhook)
          .set({ ...row, ...former })
          .where(eq(webhook.id, before.id))
        await forwardMissed(tx, before.id, now)
        return {
          value: { id: String(id), secret },
          audit: { webhookId: id, ...audit, changed: ['secret'] },
        }
      }
      const known = await tx.select({ id: webhook.id }).from(webhook).where(ownedBy(session))
      if (known.length >= MOST_WEBHOOKS) throw new AppError(409, `最多 ${MOST_WEBHOOKS} 个转发地址`)
      const [made] = await tx
        .insert(webhook)
        .values({ ...row, organId, createdAt: now })
        .returning({ id: webhook.id })
      if (made) await forwardMissed(tx, made.id, now)
      return {
        value: { id: String(made?.id), secret },
        audit: { webhookId: made?.id, ...audit },
      }
    })
  },

  disable: ({ id }, { session, now, write }) =>
    write(async (tx) => {
      const { address } = await findOwn(tx, session, id)
      await tx.update(webhook).set({ disabledAt: now }).where(eq(webhook.id, id))
      return {
        value: null,
        audit: { webhookId: id, host: new URL(address).host },
      }
    }),

  resend: ({ id }, { session, write }) =>
    write(async (tx) => {
      const { rows } = await tx.execute<{
        alarm_id: string
        state: string
        is_disabled: boolean
      }>(sql`
        select d.alarm_id, d.state, w.disabled_at is not null as is_disabled
        from delivery d join webhook w on 'webhook:' || w.id = d.recipient
        where d.id = ${id} and d.channel = 'webhook' and w.organ_id = ${session.organId}::bigint for update`)
      const [row] = rows
      if (!row) throw notThere()
      if (row.is_disabled) throw new AppError(409, '转发地址已停用')
      if (row.state === 'sending') throw new AppError(409, '正在发送，请稍后再试')
      await tx.execute(sql`update delivery set ${REQUEUED} where id = ${id}`)
      return {
        value: null,
        audit: { deliveryId: id, alarmId: Number(row.alarm_id) },
      }
    }),
})
