import { sql } from 'drizzle-orm'
import type { Deps } from '../platform/deps.ts'
import { loggable } from '../platform/loggable.ts'

const AT_ONCE = 8
const LEASE = sql.raw(`interval '30 seconds'`)
/** At 0, 2, 5, 15, 30 and 60 s, then each minute for an hour; ± a tenth. */
const RETRY_SEC = [2, 3, 10, 15, 30]
const LATER_SEC = 60
/** Spreads messages that failed together. */
const JITTER = 0.2
const MOST_TRIES = 65
const GONE = 410

interface Claimed extends Record<string, unknown> {
  readonly id: string
  readonly event: unknown
  readonly tries: number
  readonly webhook_id: string | null
  readonly address: string
  readonly secret: string
  readonly former_secret: string | null
  readonly is_disabled: boolean
}

const DUE = sql`((state = 'queued' and next_at <= clock_timestamp()) or (state = 'sending' and held_until <= clock_timestamp()))`

/** Separately, as a slow one must not delay the others. */
export async function dueWebhooks({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ recipient: string }>(
    sql`select distinct recipient from delivery where channel = 'webhook' and ${DUE}`,
  )
  return rows.map(({ recipient }) => recipient)
}

/** May arrive twice with the same `webhook-id`. */
export async function sendWebhooks(deps: Deps, recipient: string): Promise<void> {
  const { rows } = await deps.db.execute<Claimed>(sql`
    with due as (
      select id from delivery where channel = 'webhook' and recipient = ${recipient} and ${DUE}
      order by next_at, id limit ${AT_ONCE} for update skip locked),
    held as (
      update delivery d set state = 'sending', held_until = clock_timestamp() + ${LEASE}, tries = d.tries + 1 from due
      where d.id = due.id returning d.id, d.tries, d.body -> 'event' as event, d.recipient)
    select h.id, h.tries, h.event, w.id as webhook_id, w.address, w.secret,
      case when w.former_until > ${deps.now().toISOString()}::timestamptz then w.former_secret end as former_secret, w.disabled_at is not null as is_disabled
    from held h left join webhook w on 'webhook:' || w.id = h.recipient`)
  await Promise.all(rows.map((row) => send(deps, row)))
}

async function send(deps: Deps, row: Claimed): Promise<void> {
  if (row.webhook_id === null || row.is_disabled) return finish(deps, row, 'failed', '转发地址已停用')
  const status = await attempt(deps, row)
  if (status >= 200 && status < 300) return finish(deps, row, 'accepted', null)
  deps.log.warn({ delivery: row.id, webhook: row.webhook_id, status }, 'webhook not accepted')
  if (status === GONE) {
    await deps.db.execute(
      sql`update webhook set disabled_at = clock_timestamp() where id = ${Number(row.webhook_id)} and address = ${row.address}`,
    )
    return finish(deps, row, 'failed', '对方已停止接收')
  }
  const error = status === 0 ? '对方无响应' : `对方响应 ${status}`
  if (row.tries >= MOST_TRIES) return finish(deps, row, 'failed', error)
  deps.operations?.metrics.deliveryTried('webhook', 'retried')
  const seconds = (RETRY_SEC[row.tries - 1] ?? LATER_SEC) * (1 + JITTER * (deps.random() - 0.5))
  const delay = sql`make_interval(secs => ${seconds}::float8)`
  // An attempt may take 15 s.
  await deps.db.execute(sql`
    update delivery set state = 'queued', held_until = null, error = ${error},
      next_at = greatest(clock_timestamp(), greatest(next_at, clock_timestamp() - interval '15 seconds') + ${delay})
    where id = ${Number(row.id)} and state = 'sending' and tries = ${row.tries}`)
}

async function attempt({ secrets, webhooks, log }: Deps, row: Claimed): Promise<number> {
  try {
    const keys = [row.secret, ...(row.former_secret === null ? [] : [row.former_secret])].map((one) =>
      secrets.open(one),
    )
    return await webhooks.send(row.address, keys, `delivery-${row.id}`, JSON.stringify(row.event))
  } catch (error) {
    log.error({ delivery: row.id, err: loggable(error) }, 'webhook could not be sent')
    return 0
  }
}

async function finish(
  { db, operations }: Deps,
  row: Claimed,
  state: 'accepted' | 'failed',
  error: string | null,
): Promise<void> {
  operations?.metrics.deliveryTried('webhook', state)
  await db.execute(sql`
    update delivery set state = ${state}, done_at = clock_timestamp(), held_until = null, error = ${error}
    where id = ${Number(row.id)} and state = 'sending' and tries = ${row.tries}`)
}
