import { sql } from 'drizzle-orm'
import { ackLink as contract } from '#contract/ack-link.ts'
import { alarmStateOf } from '#contract/alarm.rules.ts'
import type { Verdict } from '#contract/alarm.rules.ts'
import { toWireTime } from '#contract/time.ts'
import { actByLink, type LinkAuthor } from '../evaluation/act-on-alarms.ts'
import { findAlarms, resolveMerged } from '../evaluation/alarm.store.ts'
import { newestOf, progressOf } from '../evaluation/present-alarm.ts'
import { RANKS } from '../evaluation/alarm-verdict.rules.ts'
import { FRESH_MS } from '../evaluation/wave.rules.ts'
import { notThere } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { implement } from '../platform/implement.ts'
import { hashToken } from '../platform/session.ts'
import { hasSamePhone, isStillRecipient } from './link-recipient.store.ts'
import { LINK_GONE, openLink } from './open-link.ts'

interface Link {
  readonly alarmId: number
  readonly author: LinkAuthor
}

async function findLink(db: Db, token: string, now: Date): Promise<Link | null> {
  const { rows } = await db.execute<{
    alarm_id: string
    recipient: string
    contact_id: string | null
    name: string
    organ_id: string | null
    organisation: string | null
  }>(sql`
    select d.alarm_id, d.recipient, v.contact_id, d.recipient_name as name, d.organ_id,
      coalesce((select name from unit where id = d.unit_id), (select name from organ where id = d.organ_id)) as organisation
    from ack_link l join delivery d on d.id = l.delivery_id and d.alarm_id is not null
      left join contact_device v on v.id = case when d.recipient like 'device:%' then substr(d.recipient, 8)::bigint end
    where l.token_hash = ${hashToken(token)} and l.expires_at > ${now.toISOString()}::timestamptz
      and ${isStillRecipient} and ${hasSamePhone} and (d.unit_id is null or exists (select 1 from alarm a
        join building_unit u on u.building_id = a.building_id and u.kind = 'bound' and u.confirmed
        where a.id = d.alarm_id and u.unit_id = d.unit_id)) and (d.organ_id is null or exists (select 1 from organ o
        where o.id = d.organ_id and (o.level <> 3 or o.county = (select b.county from alarm a join building b on b.id = a.building_id where a.id = d.alarm_id))))`)
  const [row] = rows
  if (!row) return null
  const [kind, id] = row.recipient.split(':')
  return {
    alarmId: Number(row.alarm_id),
    author: {
      accountId: kind === 'account' ? Number(id) : null,
      contactId: kind === 'contact' ? Number(id) : row.contact_id === null ? null : Number(row.contact_id),
      name: row.name,
      organisation: row.organisation,
      rank: row.organ_id === null ? RANKS.unit : RANKS.authority,
    },
  }
}

async function present(db: Db, { alarmId, author }: Link) {
  const now = (await resolveMerged(db, [alarmId])).get(alarmId) ?? alarmId
  const [entry] = await findAlarms(db, sql`true`, [now])
  if (!entry) throw notThere(LINK_GONE)
  const { calledAt, alarm } = entry
  const isLater = calledAt !== null && (alarm.wave > 1 || calledAt - alarm.occurredAt.getTime() > FRESH_MS)
  const device = isLater ? newestOf(entry) : null
  const { floor, zone, descript, deviceName } = device ?? entry
  return {
    buildingName: entry.buildingName,
    address: entry.address,
    place: [floor, zone, descript].filter(Boolean).join(' ') || null,
    deviceName,
    alarmTime: device?.alarmTime ?? toWireTime(alarm.occurredAt),
    points: alarm.points,
    state: calledAt === null ? alarmStateOf(progressOf(alarm)) : ('new' as const),
    verdict: alarm.verdict,
    ackBy: entry.ackBy,
    judgeBy: entry.judgeBy,
    recipient: author.name,
  }
}

export const ackLinkApi = implement(contract, {
  async show({ token }, ctx) {
    return present(ctx.db, await openLink(ctx, token, findLink))
  },

  async act({ token, verdict, ...input }, ctx) {
    const link = await openLink(ctx, token, findLink)
    await actByLink(
      ctx,
      link.alarmId,
      link.author,
      input.act === 'ack' ? { ...input, act: 'ack' } : { ...input, act: 'verdict', verdict: verdict as Verdict },
    )
    return present(ctx.db, link)
  },
})
