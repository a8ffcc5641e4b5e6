import { alarmState, decidedAt, LATE_MS, UNDO_MS, type Verdict } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { fromWireTime } from '#contract/time.ts'
import { AppError, notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import type { Db } from '../db/open-db.ts'
import type { Context } from '../implement.ts'
import { followArrival } from '../understanding/follow-arrival.ts'
import { type Act, addAct, authorOf, organisationOf, readActs } from './alarm-acts.store.ts'
import { alarmScope } from './alarm.scope.ts'
import { type AlarmEntry, findAlarms, followMerges } from './alarm.store.ts'
import { compareVerdicts, decide, RANKS } from './decide.rules.ts'
import { type LockedAlarm, withLockedAlarms } from './lock-alarms.ts'
import { presentAlarm, progressOf } from './present-alarm.ts'
import { settleAlarms } from './settle-alarm.ts'

interface Chosen {
  readonly id?: number | undefined
  readonly ids?: number[] | undefined
  readonly tappedTime?: string | undefined
  readonly sentTime?: string | undefined
}

export type Asked = Chosen &
  (
    | { readonly act: 'ack'; readonly note: string }
    | { readonly act: 'verdict'; readonly verdict: Verdict; readonly note: string }
    | { readonly act: 'undo'; readonly of: 'ack' | 'verdict' }
  )

/** Who acts, when. */
interface Actor {
  readonly session: Session
  readonly rank: number
  readonly organisation: string | null
  readonly tappedAt: Date
  readonly now: Date
}

const rankOf = ({ actor }: Session) => (actor.role === 'government' ? RANKS.authority : RANKS.unit)

/** Why an act is not taken; null: it is. */
type Refusal = string | null

/**
 * Acknowledges or judges alarms, or takes that back. What one alarm refuses does not keep the others from it.
 * @throws AppError 404 where one of them is out of scope, 409 where none takes the act
 */
export async function actOnAlarms(ctx: Context<Session>, asked: Asked) {
  const { session, now } = ctx
  const wanted = [...new Set(asked.ids ?? (asked.id === undefined ? [] : [asked.id]))]
  const tap =
    asked.tappedTime && asked.sentTime
      ? { tapped: fromWireTime(asked.tappedTime), sent: fromWireTime(asked.sentTime) }
      : null
  return ctx.write(async (tx) => {
    const scope = alarmScope(tx, session)
    const merged = await followMerges(tx, wanted)
    const ids = [...new Set(wanted.map((id) => merged.get(id) ?? id))]
    const before = await findAlarms(tx, scope, ids)
    if (before.length < ids.length) throw notThere()
    const actor: Actor = {
      session,
      rank: rankOf(session),
      organisation: await organisationOf(tx, session),
      tappedAt: decidedAt(now, tap),
      now,
    }
    const { refusals, into } = await withLockedAlarms(tx, ids, (inner, locked) => act(inner, locked, asked, actor))
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
      audit: auditOf(asked, taken, before, after, actor),
    }
  })
}

async function act(
  tx: Db,
  alarms: readonly LockedAlarm[],
  asked: Asked,
  actor: Actor,
): Promise<{ refusals: Map<number, Refusal>; into: Map<number, number> }> {
  const acts = await readActs(
    tx,
    alarms.map(({ id }) => id),
  )
  const refusals = new Map<number, Refusal>()
  for (const { id } of alarms) refusals.set(id, await take(tx, id, acts.get(id) ?? [], asked, actor))
  const taken = alarms.filter(({ id }) => refusals.get(id) === null)
  const into = await settleAlarms(
    tx,
    taken.map(({ id }) => id),
  )
  const pointIds = [...new Set(taken.flatMap((alarm) => alarm.pointIds))]
  if (asked.act !== 'ack' && !(asked.act === 'undo' && asked.of === 'ack') && pointIds.length > 0)
    await followArrival(tx, {
      now: actor.now,
      pointIds,
      buildingIds: taken.flatMap(({ buildingId }) => buildingId ?? []),
      earliest: actor.now,
    })
  return { refusals, into }
}

/** Adds the act to one alarm, or says why not. */
async function take(tx: Db, alarmId: number, acts: readonly Act[], asked: Asked, actor: Actor): Promise<Refusal> {
  const { session, rank, tappedAt, now } = actor
  const by = { rank, accountId: session.accountId, tappedAt: tappedAt.getTime() }
  if (asked.act === 'verdict') {
    const { verdict } = decide(acts, 0)
    const own = { ...by, verdict: asked.verdict }
    if (verdict && compareVerdicts(own, verdict) <= 0 && !isSame(own, verdict)) return whyNot(tx, verdict)
  }
  const undone = asked.act === 'undo' ? undoable(acts, asked.of, actor) : null
  if (typeof undone === 'string') return undone
  await addAct(tx, {
    ...by,
    alarmId,
    act: asked.act,
    verdict: asked.act === 'verdict' ? asked.verdict : null,
    note: asked.act === 'undo' || asked.note === '' ? null : asked.note,
    byName: session.name,
    byOrganisation: actor.organisation,
    tappedAt,
    at: now,
    late: now.getTime() - by.tappedAt > LATE_MS,
    undoes: undone?.id ?? null,
  })
  return null
}

const isSame = (a: { verdict: number | null }, b: { verdict: number | null }) => a.verdict === b.verdict

/** Whose verdict stands against the caller's, in words. */
async function whyNot(tx: Db, { id, verdict }: Act): Promise<string> {
  const author = await authorOf(tx, id)
  return `${author}已确认为${fireHandling.label(verdict)}，未采用您的结果`
}

/** The act that an undo takes back, or why there is none. */
function undoable(acts: readonly Act[], of: 'ack' | 'verdict', { session, tappedAt }: Actor): Act | string {
  const undone = new Set(acts.map(({ undoes }) => undoes))
  const [own] = acts
    .filter(({ act, accountId, eventId }) => act === of && accountId === session.accountId && eventId === null)
    .filter(({ id }) => !undone.has(id))
    .sort((a, b) => b.tappedAt - a.tappedAt || b.id - a.id)
  if (!own) return '没有可撤销的操作'
  if (tappedAt.getTime() - own.tappedAt > UNDO_MS) return '已超过 5 分钟，不能撤销；确认有误的，请更正'
  return own
}

/** The audit row: one alarm's states before and after, or how many. */
function auditOf(
  asked: Asked,
  taken: readonly number[],
  before: readonly AlarmEntry[],
  after: readonly AlarmEntry[],
  { tappedAt, now }: Actor,
): Record<string, unknown> {
  const facts = ({ alarm }: AlarmEntry) => ({ alarmState: alarmState(progressOf(alarm)), alarmVerdict: alarm.verdict })
  const said = asked.act === 'undo' ? {} : { note: asked.note || undefined }
  const late = now.getTime() - tappedAt.getTime() > LATE_MS ? { tappedAt: tappedAt.toISOString() } : {}
  const was = before.filter(({ alarm }) => taken.includes(alarm.id))
  const [one] = was
  const buildingIds = [...new Set(was.flatMap(({ alarm }) => alarm.buildingId ?? []))]
  const of = buildingIds.length === 1 ? { buildingId: buildingIds[0] } : { buildingIds }
  const [result] = after
  if (was.length === 1 && one && result)
    return { alarmId: one.alarm.id, ...of, before: facts(one), after: { ...facts(result), ...said, ...late } }
  return { alarmIds: taken, ...of, alarms: taken.length, after: { ...said, ...late, ...wanted(asked) } }
}

const wanted = (asked: Asked) => (asked.act === 'verdict' ? { alarmVerdict: asked.verdict } : {})
