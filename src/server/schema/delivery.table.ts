import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { alarm } from './alarm.table.ts'
import { idColumn, instant, refColumn } from './columns.ts'

const databaseTime = (name: string) =>
  instant(name)
    .notNull()
    .default(sql`clock_timestamp()`)

export const STEP_KINDS = ['call', 'judge', 'inform', 'digest', 'end'] as const
/** `unreached`: no level above has a contact either. */
export const STEP_OUTCOMES = ['sent', 'acked', 'judged', 'superseded', 'expired', 'empty', 'unreached'] as const
export const CHANNELS = ['push', 'sms', 'voice', 'wecom', 'webhook', 'none'] as const

/** A due moment of an alarm's escalation. All times of these tables are the database's. */
export const alarmStep = pgTable(
  'alarm_step',
  {
    alarmId: refColumn('alarm_id')
      .notNull()
      .references(() => alarm.id, { onDelete: 'cascade' }),
    wave: integer('wave').notNull(),
    /** Escalation steps from 0; messages about a decision from 100. */
    step: integer('step').notNull(),
    kind: text('kind', { enum: STEP_KINDS }).notNull().default('call'),
    /** Targets as of the wave's beginning; null: step 0 reads the policy. */
    plan: jsonb('plan').$type<{ seconds: number; send: string[]; isFirst?: true }>(),
    /** The decision that an `inform` step announces; null: it was undone. */
    actId: refColumn('act_id'),
    dueAt: databaseTime('due_at'),
    doneAt: instant('done_at'),
    outcome: text('outcome', { enum: STEP_OUTCOMES }),
  },
  (t) => [
    primaryKey({ columns: [t.alarmId, t.wave, t.step] }),
    index('alarm_step_due_idx')
      .on(t.dueAt)
      .where(sql`${t.doneAt} is null`),
  ],
)

/** Stored before it is sent. */
export const delivery = pgTable(
  'delivery',
  {
    id: idColumn(),
    /** Null: a test message. */
    alarmId: refColumn('alarm_id').references(() => alarm.id, { onDelete: 'cascade' }),
    wave: integer('wave').notNull(),
    step: integer('step').notNull(),
    channel: text('channel', { enum: CHANNELS }).notNull(),
    /** `contact:1`, `account:1`, `webhook:1` or `group`. */
    recipient: text('recipient').notNull(),
    recipientName: text('recipient_name').notNull(),
    phone: text('phone'),
    unitId: refColumn('unit_id'),
    organId: refColumn('organ_id'),
    /** Kind of text; see `alarm-words.ts`. */
    kind: text('kind').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    state: text('state', {
      enum: ['queued', 'sending', 'accepted', 'delivered', 'failed', 'suppressed', 'expired'],
    })
      .notNull()
      .default('queued'),
    tries: integer('tries').notNull().default(0),
    createdAt: databaseTime('created_at'),
    nextAt: databaseTime('next_at'),
    /** End of the sender's lease. */
    heldUntil: instant('held_until'),
    doneAt: instant('done_at'),
    /** The gateway's answer, or the reason of a failure. */
    receipt: text('receipt'),
    error: text('error'),
    /** The message whose text also announces this one. */
    mergedInto: refColumn('merged_into'),
  },
  (t) => [
    uniqueIndex('delivery_key').on(t.alarmId, t.wave, t.step, t.channel, t.recipient),
    index('delivery_due_idx')
      .on(t.channel, t.nextAt)
      .where(sql`${t.state} in ('queued', 'sending')`),
    index('delivery_recipient_idx').on(t.recipient, t.createdAt),
    index('delivery_created_idx').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('delivery_message_idx')
      .on(t.createdAt)
      .where(sql`${t.alarmId} is null`),
  ],
)

/** Permits handling one alarm without signing in. Expires by the process clock. */
export const ackLink = pgTable(
  'ack_link',
  {
    tokenHash: text('token_hash').primaryKey(),
    deliveryId: refColumn('delivery_id')
      .notNull()
      .references(() => delivery.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('ack_link_delivery_idx').on(t.deliveryId), index('ack_link_expires_idx').on(t.expiresAt)],
)
