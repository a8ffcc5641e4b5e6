import { sql } from 'drizzle-orm'
import { checkLink as contract } from '#contract/check-link.ts'
import { toWireTime } from '#contract/time.ts'
import { notThere } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { implement } from '../platform/implement.ts'
import { hashToken } from '../platform/session.ts'
import { answerChecks, bigints } from '../devices/duty-answer.store.ts'
import { type CheckRow, listChecks } from './duty-check.store.ts'
import { checkStateOf } from './present-check.ts'
import { hasSamePhone, isStillRecipient } from './link-recipient.store.ts'
import { LINK_GONE, openLink } from './open-link.ts'

interface Link {
  readonly checks: readonly number[]
  readonly contactId: number | null
  readonly accountId: number | null
  readonly name: string
  readonly organisation: string | null
}

async function findLink(db: Db, token: string, now: Date): Promise<Link | null> {
  const { rows } = await db.execute<{
    checks: readonly number[]
    recipient: string
    name: string
    organisation: string | null
    contact_id: string | null
  }>(sql`
    select array(select k.id::float8
      from jsonb_array_elements_text(d.body -> 'checks') c(id) join duty_check k on k.id = c.id::bigint
      where d.unit_id is null or exists (select 1 from building_unit u where u.building_id = k.building_id
        and u.unit_id = d.unit_id and u.kind = 'bound' and u.confirmed)) as checks, d.recipient, d.recipient_name as name,
      (select name from unit where id = d.unit_id) as organisation, v.contact_id
    from ack_link l join delivery d on d.id = l.delivery_id and d.kind = 'check'
      left join contact_device v on v.id = case when d.recipient like 'device:%' then substr(d.recipient, 8)::bigint end
    where l.token_hash = ${hashToken(token)} and l.expires_at > ${now.toISOString()}::timestamptz
      and ${isStillRecipient} and ${hasSamePhone}`)
  const [row] = rows
  if (!row || row.checks.length === 0) return null
  const [kind, id] = row.recipient.split(':')
  const { checks, name, organisation } = row
  const contactId = kind === 'contact' ? Number(id) : row.contact_id === null ? null : Number(row.contact_id)
  return { checks, name, organisation, contactId, accountId: kind === 'account' ? Number(id) : null }
}

async function present(db: Db, { checks, name }: Link, now: Date) {
  const filter = { state: '', from: null, until: null } as const
  const { rows } = await listChecks(db, sql`k.id = any(${bigints(checks)})`, filter, now, checks.length, 0)
  const open = rows.find(({ answeredAt }) => answeredAt === null) ?? rows[0]
  if (!open) throw notThere(LINK_GONE)
  return {
    organ: open.askedBy,
    buildings: rows.map(({ buildingName }: CheckRow) => buildingName),
    askTime: toWireTime(new Date(open.askedAt)),
    dueTime: toWireTime(new Date(open.dueAt)),
    state: checkStateOf(open, now),
    answeredBy: open.answeredBy,
    recipient: name,
  }
}

export const checkLinkApi = implement(contract, {
  async show({ token }, ctx) {
    return present(ctx.db, await openLink(ctx, token, findLink), ctx.now)
  },

  async answer({ token }, ctx) {
    const link = await openLink(ctx, token, findLink)
    await ctx.write(async (tx) => {
      const answered = await answerChecks(tx, link.checks, link, ctx.now)
      if (link.contactId !== null)
        await tx.execute(
          sql`update duty_contact set verified_at = ${ctx.now.toISOString()}::timestamptz where id = ${link.contactId}`,
        )
      const audit = { checkIds: answered, answeredBy: link.name }
      return { value: null, audit, ...(link.accountId !== null && { accountId: link.accountId }) }
    })
    return present(ctx.db, link, ctx.now)
  },
})
