import { sql } from 'drizzle-orm'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'
import { condition } from '../schema/evaluation.table.ts'
import type { ScoreItem } from '../schema/score.table.ts'

export interface ItemRow {
  readonly apiId: number
  readonly systemId: number
  readonly points: number
  /** As `ItemSeen.provenAt` (ms). */
  readonly provenAt: number | null
  readonly createdAt: number
}

export interface BuildingCondition {
  readonly pointId: number
  readonly systemId: number
  readonly apiId: number
  readonly deviceName: string
  readonly deviceNo: string
  readonly cause: string
  readonly since: number
  readonly latest: Readonly<Record<string, number | string>>
}

/** Times in ms. */
export interface EvaluatedBuilding {
  readonly id: number
  readonly accessStatus: number
  readonly accessAt: number | null
  readonly mustPercent: number
  readonly optionalPercent: number
  readonly checkedDay: string | null
  readonly dueAt: number
  readonly connected: readonly number[]
  readonly exempt: readonly number[]
  readonly items: readonly ItemRow[]
  readonly conditions: readonly BuildingCondition[]
  readonly problems: readonly { id: number; pointId: number | null; cause: string; happenedAt: number }[]
  /** Oldest first; `items` only of the requested day. */
  readonly days: readonly {
    day: string
    score: number
    card: number | null
    mustPercent: number | null
    items: readonly ScoreItem[] | null
  }[]
}

const bigints = (ids: readonly number[]) => sql`${sql.param(ids)}::bigint[]`
const instantOf = (at: number) => new Date(at).toISOString()

/** Locks building states in id order: serialises evaluations of a building without deadlocks. */
export async function lockBuildingStates(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`
    insert into building_state (building_id, due_at) select id, 'epoch' from building where id = any(${bigints(ids)})
    and not exists (select 1 from building_state s where s.building_id = building.id) order by id on conflict do nothing`)
  await tx.execute(sql`
    select 1 from building_state where building_id = any(${bigints(ids)}) order by building_id for update`)
}

/** Points before building states, as a batch of reports locks them. */
export async function lockWithPoints(tx: Db, ids: readonly number[], wholeIds: readonly number[]): Promise<void> {
  if (wholeIds.length > 0)
    await tx.execute(
      sql`select 1 from point where building_id = any(${bigints(wholeIds)}) order by id for no key update`,
    )
  await lockBuildingStates(tx, ids)
}

/**
 * `offset 0` keeps the planner from scanning all points. @param day to score; six days before it are loaded for
 * the card
 */
export async function loadBuildings(tx: Db, ids: readonly number[], day: string): Promise<EvaluatedBuilding[]> {
  const { rows } = await tx.execute<{ row: EvaluatedBuilding }>(sql`
    select json_build_object('id', b.id, 'accessStatus', b.access_status, 'accessAt', ${epochMs('b.access_at')},
      'mustPercent', b.must_percent, 'optionalPercent', b.optional_percent, 'checkedDay', s.checked_day,
      'dueAt', ${epochMs('s.due_at')}, 'connected', s.connected,
      'exempt', array(select distinct (way->>2)::int
        from approval a cross join lateral jsonb_array_elements(a.types) as way
        where a.building_id = b.id and a.kind = 'access' and a.status = 1 and a.withdrawn_at is null
          and jsonb_array_length(way) = 3),
      'items', array(select row_to_json(i) from (
        select p.api_id as "apiId", p.system_id as "systemId", count(*)::int as points,
          ${epochMs('min(p.created_at)')} as "createdAt",
          ${epochMs('(array_agg(p.valid_at order by p.valid_at desc nulls last))[(count(*)::int * 4 + 4) / 5]')} as "provenAt"
        from point p
        where p.building_id = b.id and p.released_at is null group by p.api_id, p.system_id) i),
      'conditions', array(select json_build_object('pointId', p.id, 'systemId', p.system_id, 'apiId', p.api_id,
          'deviceName', p.device_name, 'deviceNo', p.device_no, 'cause', t.cause, 'since', ${epochMs('t.since')},
          'latest', case when t.cause in ('mute', 'offline', 'shield') then '{}'::jsonb else p.latest end)
        from ${condition} t cross join lateral (select * from point where id = t.point_id offset 0) p
        where t.building_id = b.id and (p.released_at is null or t.cause = 'alarm-unhandled')),
      'problems', array(select json_build_object('id', q.id, 'pointId', q.point_id, 'cause', q.cause,
          'happenedAt', ${epochMs('q.happened_at')})
        from problem q where q.building_id = b.id and q.solved_at is null),
      'days', array(select json_build_object('day', d.day, 'score', d.score, 'card', d.card,
          'mustPercent', d.must_percent, 'items', case when d.day = ${day}::date then d.items end)
        from score_day d where d.building_id = b.id and d.day between ${day}::date - 6 and ${day}::date
        order by d.day)) as row
    from building b join building_state s on s.building_id = b.id
    where b.id = any(${bigints(ids)}) order by b.id`)
  return rows.map(({ row }) => row)
}

export interface AccessRow {
  readonly id: number
  readonly status: number
  readonly accessAt: number | null
  readonly mustPercent: number
  readonly optionalPercent: number
}

export async function putAccess(tx: Db, rows: readonly AccessRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update building b set access_status = n.status, access_at = n.at, must_percent = n.must, optional_percent = n.optional
    from unnest(${bigints(rows.map((r) => r.id))}, ${sql.param(rows.map((r) => r.status))}::int[],
      ${sql.param(rows.map((r) => (r.accessAt === null ? null : instantOf(r.accessAt))))}::timestamptz[],
      ${sql.param(rows.map((r) => r.mustPercent))}::int[], ${sql.param(rows.map((r) => r.optionalPercent))}::int[])
      as n(id, status, at, must, optional)
    where b.id = n.id`)
}

export interface NewProblem {
  readonly buildingId: number
  readonly pointId: number
  readonly cause: string
  readonly systemId: number
  readonly deviceNo: string
  readonly itemDesc: string
  readonly content: string
  readonly advice: string
  readonly problemType: number
  readonly happenedAt: number
}

export async function openProblems(tx: Db, rows: readonly NewProblem[], now: Date): Promise<void> {
  if (rows.length === 0) return
  const texts = (pick: (row: NewProblem) => string) => sql`${sql.param(rows.map(pick))}::text[]`
  await tx.execute(sql`
    insert into problem (building_id, point_id, cause, system_id, device_no, item_desc, content, advice, problem_type, happened_at, opened_at)
    select *, ${now.toISOString()}::timestamptz from unnest(${bigints(rows.map((r) => r.buildingId))}, ${bigints(rows.map((r) => r.pointId))},
      ${texts((r) => r.cause)}, ${sql.param(rows.map((r) => r.systemId))}::int[], ${texts((r) => r.deviceNo)},
      ${texts((r) => r.itemDesc)}, ${texts((r) => r.content)}, ${texts((r) => r.advice)},
      ${sql.param(rows.map((r) => r.problemType))}::int[],
      ${sql.param(rows.map((r) => instantOf(r.happenedAt)))}::timestamptz[])
    on conflict (point_id, cause) where solved_at is null do nothing`)
}

export interface RedatedProblem {
  readonly id: number
  readonly happenedAt: number
  readonly content: string
}

export async function redateProblems(tx: Db, rows: readonly RedatedProblem[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update problem q set happened_at = n.at, content = n.content
    from unnest(${bigints(rows.map((r) => r.id))}, ${sql.param(rows.map((r) => instantOf(r.happenedAt)))}::timestamptz[],
      ${sql.param(rows.map((r) => r.content))}::text[]) as n(id, at, content)
    where q.id = n.id and q.solved_at is null`)
}

/** Also marks to-dos as done; ms. */
export async function solveProblems(tx: Db, rows: readonly { id: number; at: number }[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update problem q set solved_at = greatest(q.happened_at, n.at), todo_status = 1
    from unnest(${bigints(rows.map((r) => r.id))}, ${sql.param(rows.map((r) => instantOf(r.at)))}::timestamptz[]) as n(id, at)
    where q.id = n.id and q.solved_at is null`)
}

export interface ScoreRow {
  readonly buildingId: number
  readonly score: number
  readonly items: readonly ScoreItem[]
  readonly card: number | null
  readonly mustPercent: number
}

/** Triggers (`tally_new_scores`) write the latest to `building.latest_score`. */
export async function putScores(tx: Db, day: string, rows: readonly ScoreRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into score_day (building_id, day, score, items, card, must_percent)
    select n.id, ${day}::date, n.score, n.items::jsonb, n.card, n.must
    from unnest(${bigints(rows.map((r) => r.buildingId))}, ${sql.param(rows.map((r) => r.score))}::float8[],
      ${sql.param(rows.map((r) => JSON.stringify(r.items)))}::text[], ${sql.param(rows.map((r) => r.card))}::int[],
      ${sql.param(rows.map((r) => r.mustPercent))}::int[]) as n(id, score, items, card, must)
    on conflict (building_id, day) do update
      set score = excluded.score, items = excluded.items, card = excluded.card, must_percent = excluded.must_percent`)
}

/** @returns buildings that had one */
export async function deleteScores(tx: Db, day: string, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const today = await tx.execute<{ id: string }>(sql`
    delete from score_day where building_id = any(${bigints(ids)}) and day = ${day}::date returning building_id as id`)
  const latest = await tx.execute<{ id: string }>(sql`
    update building set latest_score = null, scored_on = null
    where id = any(${bigints(ids)}) and scored_on is not null returning id`)
  return [...today.rows, ...latest.rows].map(({ id }) => Number(id))
}

export interface StateRow {
  readonly id: number
  readonly dueAt: number
  readonly connected: readonly number[]
  readonly checkedDay: string | null
}

export async function putStates(tx: Db, rows: readonly StateRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update building_state s set due_at = n.due, connected = n.connected::int[], checked_day = n.checked
    from unnest(${bigints(rows.map((r) => r.id))}, ${sql.param(rows.map((r) => instantOf(r.dueAt)))}::timestamptz[],
      ${sql.param(rows.map((r) => `{${r.connected.join(',')}}`))}::text[],
      ${sql.param(rows.map((r) => r.checkedDay))}::date[]) as n(id, due, connected, checked)
    where s.building_id = n.id`)
}

/** A due time over two days ahead is from a clock set back later, and counts as due. */
export async function findDue(tx: Db, now: Date, limit: number): Promise<{ id: number; checkedDay: string | null }[]> {
  const { rows } = await tx.execute<{ id: string; day: string | null }>(sql`
    select building_id as id, checked_day::text as day from building_state
    where due_at <= ${now.toISOString()}::timestamptz or due_at > ${now.toISOString()}::timestamptz + interval '2 days'
    order by due_at limit ${limit}`)
  return rows.map(({ id, day }) => ({ id: Number(id), checkedDay: day }))
}

export async function addMissingStates(db: Db): Promise<void> {
  await db.execute(sql`
    insert into building_state (building_id, due_at) select id, 'epoch' from building b
    where not exists (select 1 from building_state s where s.building_id = b.id) order by id on conflict do nothing`)
}
