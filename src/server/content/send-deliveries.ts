import { sql } from 'drizzle-orm'
import { LINK_MS } from '#contract/ack-link.ts'
import { LATE_ANSWER_MS } from '#contract/duty-check.ts'
import { hashToken } from '../platform/session.ts'
import type { Deps } from '../platform/deps.ts'
import { loggable } from '../platform/loggable.ts'
import { recordAlarms } from '../evaluation/alarm-change.store.ts'
import { ackedInWave } from '../evaluation/alarm-of.store.ts'
import { alarmForPush } from './alarm-for-push.ts'
import { bareText, severalWords, textWithLink } from './alarm-words.ts'
import type { DeliveryBody } from './delivery.store.ts'
import { noteReached } from './duty-check.store.ts'
import { linkToken } from './link-token.ts'

export const ALERT_CHANNELS = ['push', 'sms', 'voice', 'wecom'] as const
type Channel = (typeof ALERT_CHANNELS)[number]
const AT_ONCE = 8
const LEASE = sql.raw(`interval '30 seconds'`)
const RETRY_SEC = [1, 3, 10, 30]
const MOST_TRIES = RETRY_SEC.length + 1
/** Then by the next channel. */
const TRIES_OF_CHANNEL = 3
const CALLS = ['fire', 'organ', 'unjudged', 'renewed', 'self-test']
const NO_LINK = ['digest', 'self-test']
/** Also while the alarm is acknowledged. */
const UNTIL_JUDGED = ['unjudged', 'renewed']
const NEXT_CHANNEL: Readonly<Record<Channel, Channel | null>> = { push: null, sms: 'voice', voice: 'sms', wecom: null }

interface Claimed extends Record<string, unknown> {
  readonly id: string
  readonly alarm_id: string | null
  readonly recipient: string
  readonly phone: string | null
  readonly kind: string
  readonly body: DeliveryBody
  readonly tries: number
  /** An earlier sender's lease ended without a result. */
  readonly abandoned: boolean
  readonly is_acked: boolean
  readonly is_over: boolean
  readonly is_obsolete: boolean
}

/** Tries under way; they never reject. */
export type Sending = Set<Promise<void>>

/** Until none is due. @returns number of tries begun */
export async function sendDeliveries(deps: Deps, channel: Channel, sending: Sending): Promise<number> {
  for (let begun = 0; ;) {
    if (sending.size >= AT_ONCE) await Promise.race(sending)
    const claimed = await claim(deps, channel, AT_ONCE - sending.size)
    if (claimed.length === 0) return begun
    for (const row of claimed) {
      const sent = send(deps, channel, row)
        .catch((error: unknown) => deps.log.error({ alerts: channel, err: loggable(error) }, 'alerts failed'))
        .finally(() => void sending.delete(sent))
      sending.add(sent)
    }
    begun += claimed.length
  }
}

/** An earlier text to its recipient, due or just being sent, will announce it. */
const GOES_WITH_ANOTHER = sql`(due.channel = 'sms' and due.kind = 'fire' and exists (
  select 1 from delivery o where o.recipient = due.recipient and o.channel = 'sms'
    and o.kind = 'fire' and o.alarm_id <> due.alarm_id and (o.next_at, o.id) < (due.next_at, due.id)
    and ((o.state = 'queued' and o.next_at <= clock_timestamp())
      or (o.state = 'sending' and o.held_until > clock_timestamp() + ${LEASE} - interval '10 seconds'))))`

async function claim({ db }: Deps, channel: Channel, most: number): Promise<Claimed[]> {
  const { rows } = await db.execute<Claimed>(sql`
    with due as (
      select id, state = 'sending' as abandoned from delivery due where channel = ${channel}
        and ((state = 'queued' and next_at <= clock_timestamp() and not ${GOES_WITH_ANOTHER})
          or (state = 'sending' and held_until <= clock_timestamp()))
      order by next_at, id limit ${most} for update skip locked)
    update delivery d set state = 'sending', held_until = clock_timestamp() + ${LEASE}, tries = d.tries + 1 from due
    where d.id = due.id
    returning d.id, d.alarm_id, d.recipient, d.phone, d.kind, d.body, d.tries, due.abandoned,
      coalesce((select ${ackedInWave('a')} from alarm a where a.id = d.alarm_id), false) as is_acked,
      coalesce((select a.judged_at is not null or a.joined_to is not null from alarm a where a.id = d.alarm_id), false) as is_over,
      (d.kind = 'check' and not exists (select 1 from duty_check k where k.answered_at is null
        and k.id in (select jsonb_array_elements_text(d.body -> 'checks')::bigint)))
      or (d.kind = 'verdict' and exists (select 1 from alarm_step s join alarm a on a.id = s.alarm_id
        where s.alarm_id = d.alarm_id and s.wave = d.wave and s.step = d.step and s.kind = 'inform'
          and s.act_id is distinct from a.judged_act)) as is_obsolete`)
  return rows
}

async function send(deps: Deps, channel: Channel, row: Claimed): Promise<void> {
  const isCall = CALLS.includes(row.kind)
  if (row.is_obsolete) return finish(deps, channel, row, 'suppressed')
  if (isCall && (row.is_over || (row.is_acked && !UNTIL_JUDGED.includes(row.kind))))
    return finish(deps, channel, row, 'suppressed')
  // Its first sender may have reached the gateway.
  if (row.abandoned && row.tries > 2 && channel !== 'push') return finish(deps, channel, row, 'failed', '发送结果未知')
  if (channel === 'sms' && row.kind === 'fire' && (await postpone(deps, row))) return
  const others = channel === 'sms' && row.kind === 'fire' ? await othersOf(deps, row) : []
  try {
    const link = await makeLink(deps, row)
    const text = others.length > 0 ? severalWords(row.body, others.length + 1) : row.body.text
    await hand(deps, channel, row, { ...row.body, text }, link)
    await finish(deps, channel, row, 'accepted')
    if (row.body.checks) await noteReached(deps.db, row.body.checks, deps.now())
    if (others.length > 0)
      await deps.db
        .execute(sql`update delivery set state = 'accepted', merged_into = ${Number(row.id)}, done_at = clock_timestamp(), error = null
        where id = any(${sql.param(others)}::bigint[]) and state = 'queued'`)
  } catch (error) {
    deps.log.warn({ delivery: row.id, channel, err: loggable(error) }, 'alarm message not accepted')
    await fail(deps, channel, row)
  }
}

async function hand(deps: Deps, channel: Channel, row: Claimed, body: DeliveryBody, link: string): Promise<void> {
  const { publicUrl, pushNamesPlace } = deps.settings
  if (channel === 'push') return push(deps, row, body, link, pushNamesPlace)
  const url = link === '' || publicUrl === '' ? '' : `${publicUrl}${pathOf(row, link)}`
  const text = { ...body, text: textWithLink(body.text, url), link: url }
  if (channel === 'wecom') return deps.alerts.wecom?.(text)
  return channel === 'sms' ? deps.alerts.sms(row.phone ?? '', text) : deps.alerts.voice?.(row.phone ?? '', text)
}

async function push(deps: Deps, row: Claimed, body: DeliveryBody, token: string, namesPlace: boolean): Promise<void> {
  const [kind, id] = row.recipient.split(':')
  const isDevice = kind === 'device'
  const { rows } = await deps.db.execute<{ endpoint: string; p256dh: string; auth: string }>(
    isDevice
      ? sql`select endpoint, p256dh, auth from contact_device where id = ${Number(id)} and lost_at is null`
      : sql`select p.endpoint, p.p256dh, p.auth from push_subscription p join session s on s.token_hash = p.token_hash
          where s.account_id = ${Number(id)} and s.ended_at is null`,
  )
  const message = {
    ...pushWords(row, body, namesPlace),
    url: isDevice ? (token === '' ? '/' : pathOf(row, token)) : row.kind === 'check' ? '/dutyChecks' : '/alarms',
    ...(row.alarm_id !== null && { alarm: row.alarm_id }),
    ...(row.body.checks && { check: row.id }),
    token: token === '' ? null : token,
    isOpen: CALLS.includes(row.kind),
    ...(!isDevice && row.alarm_id !== null && { uid: id, delivery: row.id }),
  }
  const detail =
    isDevice || row.alarm_id === null || !namesPlace || row.kind === 'self-test'
      ? null
      : await alarmForPush(deps.db, Number(row.alarm_id), Number(id), JSON.stringify(message)).catch(() => null)
  const payload = detail === null ? message : { ...message, at: deps.now().getTime(), detail }
  const topic = row.alarm_id === null ? `${row.kind}-${row.id}` : `alarm-${row.alarm_id}`
  const outcomes = await Promise.all(rows.map((target) => deps.push.send(target, JSON.stringify(payload), { topic })))
  if (isDevice && outcomes[0] !== undefined && outcomes[0] !== 'failed')
    await deps.db.execute(
      outcomes[0] === 'sent'
        ? sql`update contact_device set sent_at = ${deps.now().toISOString()}::timestamptz where id = ${Number(id)}`
        : sql`update contact_device set lost_at = ${deps.now().toISOString()}::timestamptz where id = ${Number(id)}`,
    )
  if (!outcomes.includes('sent')) throw new Error('no push service accepted the message')
}

function pushWords({ kind }: Claimed, body: DeliveryBody, namesPlace: boolean) {
  const text = bareText({ text: textWithLink(body.text, '') })
  if (kind === 'test' || kind === 'check') return { title: body.title, body: text }
  if (!namesPlace) return { title: '火警通知', body: '请打开查看并确认' }
  return {
    title: body.title,
    body: CALLS.includes(kind) ? `${body.place} ${body.time}，请立即到场核实` : text,
  }
}

const pathOf = ({ kind }: Claimed, token: string) => `/${kind === 'check' ? 'c' : 'a'}/${token}`

/** Its token is not stored. */
async function makeLink(deps: Deps, row: Claimed): Promise<string> {
  const { dueAt } = row.body
  const isOfLink = row.alarm_id !== null || dueAt !== undefined
  if (!isOfLink || !/^(contact|account|device):/.test(row.recipient) || NO_LINK.includes(row.kind)) return ''
  const token = linkToken(deps.newToken)
  const until = new Date(dueAt ? Date.parse(dueAt) + LATE_ANSWER_MS : deps.now().getTime() + LINK_MS)
  await deps.db.execute(sql`
    insert into ack_link (token_hash, delivery_id, expires_at)
    values (${hashToken(token)}, ${Number(row.id)}, ${until.toISOString()}::timestamptz)`)
  return token
}

/** Alarms of other buildings within two minutes go in one text; none waits longer. */
async function postpone({ db }: Deps, row: Claimed): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update delivery d set state = 'queued', held_until = null, tries = tries - 1, next_at = least(e.done_at, d.created_at) + interval '2 minutes'
    from (select max(done_at) as done_at from delivery where recipient = ${row.recipient} and channel = 'sms' and kind = 'fire'
      and state = 'accepted' and merged_into is null and alarm_id <> ${Number(row.alarm_id)}
      and done_at > clock_timestamp() - interval '2 minutes') e
    where d.id = ${Number(row.id)} and e.done_at is not null and d.created_at > clock_timestamp() - interval '2 minutes'
      and d.tries = ${row.tries}
    returning 1`)
  return rows.length > 0
}

async function othersOf({ db }: Deps, row: Claimed): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct on (d.alarm_id) d.id from delivery d join alarm a on a.id = d.alarm_id
    where d.recipient = ${row.recipient} and d.channel = 'sms' and d.kind = 'fire' and d.state = 'queued'
      and d.alarm_id <> ${Number(row.alarm_id)} and a.judged_at is null and a.joined_to is null and not ${ackedInWave('a')}
    order by d.alarm_id, d.id`)
  return rows.map(({ id }) => Number(id))
}

async function finish(
  { db, operations }: Deps,
  channel: Channel,
  row: Claimed,
  state: 'accepted' | 'suppressed' | 'failed',
  error?: string,
) {
  operations?.metrics.deliveryTried(channel, state)
  await db.execute(sql`
    update delivery set state = ${state}, done_at = clock_timestamp(), held_until = null, error = ${error ?? null}
    where id = ${Number(row.id)} and state = 'sending' and tries = ${row.tries}`)
}

async function fail(deps: Deps, channel: Channel, row: Claimed): Promise<void> {
  const error = '通道未接受'
  const next = channel === 'sms' && deps.alerts.voice === null ? null : NEXT_CHANNEL[channel]
  if (row.tries < (next === null ? MOST_TRIES : TRIES_OF_CHANNEL)) {
    deps.operations?.metrics.deliveryTried(channel, 'retried')
    await deps.db.transaction(async (tx) => {
      await tx.execute(sql`
        update delivery set state = 'queued', held_until = null, error = ${error},
          next_at = clock_timestamp() + make_interval(secs => ${RETRY_SEC[row.tries - 1] ?? 1})
        where id = ${Number(row.id)} and state = 'sending' and tries = ${row.tries}`)
      if (row.tries === 1 && row.alarm_id !== null) await recordAlarms(tx, [Number(row.alarm_id)])
    })
    return
  }
  await finish(deps, channel, row, 'failed', error)
  if (next !== null && row.alarm_id !== null)
    await deps.db.execute(sql`
      insert into delivery (alarm_id, wave, step, channel, recipient, recipient_name, phone, unit_id, organ_id, kind, body)
      select alarm_id, wave, step, ${next}, recipient, recipient_name, phone, unit_id, organ_id, kind, body
      from delivery where id = ${Number(row.id)} on conflict do nothing`)
}
