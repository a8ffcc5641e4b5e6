import { sql } from 'drizzle-orm'
import { alarmStateOf, decidedAt, LATE_MS, REAL, REAL_FIRE_NOTE, UNDO_MS, type Verdict } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { fromWireTime } from '#contract/time.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Context } from '../platform/implement.ts'
import { needConfirmedTie } from '../registry/need-confirmed-tie.ts'
import { evaluateBatch } from './evaluate-batch.ts'
import { type Act, addAct, authorOf, organisationOf, readActs } from './alarm-acts.store.ts'
import { alarmScope } from './alarm.scope.ts'
import { type AlarmEntry, findAlarms, resolveMerged } from './alarm.store.ts'
import { compareVerdicts, decideAlarm, RANKS } from './alarm-verdict.rules.ts'
import { type LockedAlarm, withLockedAlarms } from './lock-alarms.ts'
import { endFire } from './end-fire.ts'
import { signedName } from './signed-name.ts'
import { presentAlarm, progressOf } from './present-alarm.ts'
import { applyVerdicts } from './apply-verdicts.ts'

interface Taps {
  readonly tappedTime?: string | undefined
  readonly sentTime?: string | undefined
}

interface Chosen extends Taps {
  readonly watchman?: string
  readonly id?: number | undefined
  readonly ids?: number[] | undefined
}

export type AlarmAction = Chosen &
  (
    | { readonly act: 'ack'; readonly note: string }
    | { readonly act: 'verdict'; readonly verdict: Verdict; readonly note: string }
    | { readonly act: 'undo'; readonly of: 'ack' | 'verdict' }
    | { readonly act: 'end' }
  )

interface Actor {
  readonly by: Pick<LinkAuthor, 'accountId' | 'contactId' | 'name'>
  readonly rank: number
  readonly organisation: string | null
  readonly tappedAt: Date
  readonly now: Date
}

export interface LinkAuthor {
  readonly accountId: number | null
  readonly contactId: number | null
  readonly name: string
  readonly organisation: string | null
  readonly rank: number
}

const rankOf = ({ actor }: Session) => (actor.role === 'government' ? RANKS.authority : RANKS.unit)

type Refusal = string | null

/** Refused individually. @throws AppError 404, 409 if all are refused */
export async function actOnAlarms(ctx: Context<Session>, action: AlarmAction) {
  const { session, now } = ctx
  const wanted = [...new Set(action.ids ?? (action.id === undefined ? [] : [action.id]))]
  return ctx.write(async (tx) => {
    const scope = alarmScope(tx, session)
    const merged = await resolveMerged(tx, wanted)
    const ids = [...new Set(wanted.map((id) => merged.get(id) ?? id))]
    const before = await findAlarms(tx, scope, ids)
    if (before.length < ids.length) throw notThere()
    await needConfirmedTie(tx, session, ...before.flatMap(({ alarm }) => alarm.buildingId ?? []))
    const actor: Actor = {
      by: { accountId: session.accountId, contactId: null, name: signedName(session, action.watchman) },
      rank: rankOf(session),
      organisation: await organisationOf(tx, session),
      tappedAt: tappedAt(action, now),
      now,
    }
    const { refusals, into } = await withLockedAlarms(tx, ids, (inner, locked) => act(inner, locked, action, actor))
    const refused = ids.flatMap((id) => refusals.get(id) ?? [])
    if (refused.length === ids.length) throw new AppError(409, refused[0])
    const after = await findAlarms(tx, scope, [...new Set(ids.map((id) => into.get(id) ?? id))])
    const taken = ids.filter((id) => !refusals.get(id))
    return {
      value: {
        list: ids.flatMap((id) => {
          const entry = after.find((row) => row.alarm.id === (into.get(id) ?? id))
          return entry ? [{ ...presentAlarm(entry), id: String(id), reason: refusals.get(id) ?? null }] : []
        }),
      },
      audit: auditOf(action, taken, before, after, actor),
    }
  })
}

const tappedAt = ({ tappedTime, sentTime }: Taps, now: Date) =>
  decidedAt(now, tappedTime && sentTime ? { tapped: fromWireTime(tappedTime), sent: fromWireTime(sentTime) } : null)

/** @throws AppError 409 */
export async function actByLink(
  ctx: Context<Session | null>,
  alarmId: number,
  { accountId, contactId, name, organisation, rank }: LinkAuthor,
  action: Extract<AlarmAction, { act: 'ack' | 'verdict' }>,
): Promise<void> {
  await ctx.write(async (tx) => {
    const id = (await resolveMerged(tx, [alarmId])).get(alarmId) ?? alarmId
    const [before] = await findAlarms(tx, sql`true`, [id])
    if (!before) throw notThere()
    const actor = {
      by: { accountId, contactId, name },
      rank,
      organisation,
      tappedAt: tappedAt(action, ctx.now),
      now: ctx.now,
    }
    const { refusals, into } = await withLockedAlarms(tx, [id], (inner, locked) => act(inner, locked, action, actor))
    const refusal = refusals.get(id)
    if (refusal) throw new AppError(409, refusal)
    if (contactId !== null)
      await tx.execute(
        sql`update duty_contact set verified_at = ${ctx.now.toISOString()}::timestamptz where id = ${contactId}`,
      )
    const after = await findAlarms(tx, sql`true`, [into.get(id) ?? id])
    const audit = { ...auditOf(action, [id], [before], after, actor), ...(contactId !== null && { contactId }) }
    return { value: null, audit, ...(accountId !== null && { accountId }) }
  })
}

async function act(
  tx: Db,
  alarms: readonly LockedAlarm[],
  action: AlarmAction,
  actor: Actor,
): Promise<{ refusals: Map<number, Refusal>; into: Map<number, number> }> {
  const acts = await readActs(
    tx,
    alarms.map(({ id }) => id),
  )
  const refusals = new Map<number, Refusal>()
  for (const { id } of alarms) refusals.set(id, await take(tx, id, acts.get(id) ?? [], action, actor))
  const taken = alarms.filter(({ id }) => refusals.get(id) === null)
  const into = await applyVerdicts(
    tx,
    taken.map(({ id }) => id),
    actor.now,
  )
  const pointIds = [...new Set(taken.flatMap((alarm) => alarm.pointIds))]
  if (action.act !== 'ack' && !(action.act === 'undo' && action.of === 'ack') && pointIds.length > 0)
    await evaluateBatch(tx, {
      now: actor.now,
      pointIds,
      earliest: actor.now,
      fallbackBuildingIds: taken.flatMap(({ buildingId }) => buildingId ?? []),
    })
  return { refusals, into }
}

async function take(
  tx: Db,
  alarmId: number,
  acts: readonly Act[],
  action: AlarmAction,
  actor: Actor,
): Promise<Refusal> {
  const { by: author, rank, tappedAt, now } = actor
  const by = { rank, accountId: author.accountId, tappedAt: tappedAt.getTime() }
  let note = 'note' in action ? action.note : ''
  if (action.act === 'verdict') {
    const { verdict } = decideAlarm(acts, 0)
    if (note === '' && action.verdict === REAL && verdict && verdict.verdict !== REAL) note = REAL_FIRE_NOTE
    const own = { ...by, verdict: action.verdict }
    if (verdict && compareVerdicts(own, verdict) <= 0 && !isSame(own, verdict)) return whyNot(tx, verdict)
  }
  const undone = action.act === 'undo' ? undoable(acts, action.of, actor) : null
  if (typeof undone === 'string') return undone
  const made = {
    ...by,
    alarmId,
    byName: author.name,
    byOrganisation: actor.organisation,
    tappedAt,
    at: now,
    late: now.getTime() - by.tappedAt > LATE_MS,
  }
  if (action.act === 'end') return endFire(tx, made)
  await addAct(tx, {
    ...made,
    act: action.act,
    verdict: action.act === 'verdict' ? action.verdict : null,
    note: note || null,
    contactId: author.contactId,
    undoes: undone?.id ?? null,
  })
  return null
}

const isSame = (a: { verdict: number | null }, b: { verdict: number | null }) => a.verdict === b.verdict

async function whyNot(tx: Db, { id, verdict }: Act): Promise<string> {
  const author = await authorOf(tx, id)
  return `${author}已确认为${fireHandling.label(verdict)}，未采用您的结果`
}

/** A string is the refusal. */
function undoable(acts: readonly Act[], of: 'ack' | 'verdict', { by, tappedAt }: Actor): Act | string {
  const undone = new Set(acts.map(({ undoes }) => undoes))
  const [own] = acts
    .filter(({ act, accountId, eventId }) => act === of && accountId === by.accountId && eventId === null)
    .filter(({ id }) => !undone.has(id))
    .sort((a, b) => b.tappedAt - a.tappedAt || b.id - a.id)
  if (!own) return '没有可撤销的操作'
  if (tappedAt.getTime() - own.tappedAt > UNDO_MS) return '已超过 5 分钟，不能撤销；确认有误的，请更正'
  return own
}

function auditOf(
  action: AlarmAction,
  taken: readonly number[],
  before: readonly AlarmEntry[],
  after: readonly AlarmEntry[],
  { tappedAt, now }: Actor,
): Record<string, unknown> {
  const facts = ({ alarm }: AlarmEntry) => ({
    alarmState: alarmStateOf(progressOf(alarm)),
    alarmVerdict: alarm.verdict,
  })
  const said = 'note' in action ? { note: action.note || undefined } : {}
  const watchman = action.watchman || undefined
  const late = now.getTime() - tappedAt.getTime() > LATE_MS ? { tappedAt: tappedAt.toISOString() } : {}
  const was = before.filter(({ alarm }) => taken.includes(alarm.id))
  const [one] = was
  const buildingIds = [...new Set(was.flatMap(({ alarm }) => alarm.buildingId ?? []))]
  const of = buildingIds.length === 1 ? { buildingId: buildingIds[0] } : { buildingIds }
  const [result] = after
  if (was.length === 1 && one && result)
    return { alarmId: one.alarm.id, ...of, before: facts(one), after: { ...facts(result), ...said, ...late, watchman } }
  return { alarmIds: taken, ...of, alarms: taken.length, after: { ...said, ...late, watchman, ...wanted(action) } }
}

const wanted = (action: AlarmAction) => (action.act === 'verdict' ? { alarmVerdict: action.verdict } : {})
