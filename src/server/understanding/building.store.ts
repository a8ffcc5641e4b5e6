import { sql } from 'drizzle-orm'
import { epochMs } from '../db/epoch-ms.ts'
import type { Db } from '../db/open-db.ts'
import type { ScoreItem } from '../score/score.table.ts'

/** Points of one item type of a building. */
export interface ItemRow {
  readonly apiId: number
  readonly systemId: number
  readonly points: number
  /** The oldest of the newest valid reports of so many points as it needs (ms); null: fewer ever gave one. */
  readonly provenAt: number | null
  /** When the first of its points was registered (ms). */
  readonly createdAt: number
}

export interface TroubleInBuilding {
  readonly pointId: number
  readonly systemId: number
  readonly apiId: number
  readonly deviceName: string
  readonly deviceNo: string
  readonly cause: string
  readonly since: number
  readonly latest: Readonly<Record<string, number | string>>
}

/** All that a building's access, problems and score are made of. */
export interface BuildingRow {
  readonly id: number
  readonly accessStatus: number
  readonly accessAt: number | null
  readonly mustPercent: number
  readonly optionalPercent: number
  readonly checkedDay: string | null
  readonly dueAt: number
  readonly connected: readonly number[]
  /** Whether it has a current score. */
  readonly isScored: boolean
  /** Item types of passed declarations: the building need not connect them. */
  readonly exempt: readonly number[] | null
  readonly items: readonly ItemRow[] | null
  readonly troubles: readonly TroubleInBuilding[] | null
  readonly problems: readonly { id: number; pointId: number | null; cause: string; happenedAt: number }[] | null
  /** Its scores of the last days, oldest first; the day asked for is among them where it has one. */
  readonly days:
    | readonly {
        day: string
        score: number
        card: number | null
        mustPercent: number | null
        items: readonly ScoreItem[] | null
      }[]
    | null
}

const bigints = (ids: readonly number[]) => sql`${sql.param(ids)}::bigint[]`
const instantOf = (at: number) => new Date(at).toISOString()

/** Takes buildings for this transaction alone, in one order for all: what two arrivals understand of a building must not cross. */
export async function takeBuildings(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`
    insert into building_state (building_id, due_at) select id, 'epoch' from building where id = any(${bigints(ids)})
    and not exists (select 1 from building_state s where s.building_id = building.id) order by id on conflict do nothing`)
  await tx.execute(sql`
    select 1 from building_state where building_id = any(${bigints(ids)}) order by building_id for update`)
}

/**
 * Buildings as they stand: one query, however many. A trouble's point is looked up by its number: joined freely, and with
 * nothing known yet of how many troubles there are, all points of the city were read in their order.
 * @param day the Shanghai day to score; the six before it tell its card
 */
export async function loadBuildings(tx: Db, ids: readonly number[], day: string): Promise<BuildingRow[]> {
  const { rows } = await tx.execute<{ row: BuildingRow }>(sql`
    select json_build_object('id', b.id, 'accessStatus', b.access_status, 'accessAt', ${epochMs('b.access_at')},
      'mustPercent', b.must_percent, 'optionalPercent', b.optional_percent, 'checkedDay', s.checked_day,
      'dueAt', ${epochMs('s.due_at')}, 'connected', s.connected,
      'isScored', b.scored_on is not null,
      'exempt', (select json_agg(distinct (way->>2)::int)
        from approval a cross join lateral jsonb_array_elements(a.types) as way
        where a.building_id = b.id and a.kind = 'access' and a.status = 1 and a.withdrawn_at is null
          and jsonb_array_length(way) = 3),
      'items', (select json_agg(i) from (
        select p.api_id as "apiId", p.system_id as "systemId", count(*)::int as points,
          ${epochMs('min(p.created_at)')} as "createdAt",
          ${epochMs('(array_agg(p.valid_at order by p.valid_at desc nulls last))[(count(*)::int * 4 + 4) / 5]')} as "provenAt"
        from point p
        where p.building_id = b.id and p.released_at is null group by p.api_id, p.system_id) i),
      'troubles', (select json_agg(json_build_object('pointId', p.id, 'systemId', p.system_id, 'apiId', p.api_id,
          'deviceName', p.device_name, 'deviceNo', p.device_no, 'cause', t.cause, 'since', ${epochMs('t.since')},
          'latest', case when t.cause in ('mute', 'offline', 'shield') then '{}'::jsonb else p.latest end))
        from trouble t cross join lateral (select * from point where id = t.point_id offset 0) p
        where t.building_id = b.id and (p.released_at is null or t.cause = 'alarm-unhandled')),
      'problems', (select json_agg(json_build_object('id', q.id, 'pointId', q.point_id, 'cause', q.cause,
          'happenedAt', ${epochMs('q.happened_at')}))
        from problem q where q.building_id = b.id and q.solved_at is null),
      'days', (select json_agg(json_build_object('day', d.day, 'score', d.score, 'card', d.card,
          'mustPercent', d.must_percent, 'items', case when d.day = ${day}::date then d.items end) order by d.day)
        from score_day d where d.building_id = b.id and d.day between ${day}::date - 6 and ${day}::date)) as row
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

/** Opens problems; one that is open already stays as it is. */
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

/** Sets when the causes of open problems began. */
export async function redateProblems(tx: Db, rows: readonly RedatedProblem[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update problem q set happened_at = n.at, content = n.content
    from unnest(${bigints(rows.map((r) => r.id))}, ${sql.param(rows.map((r) => instantOf(r.happenedAt)))}::timestamptz[],
      ${sql.param(rows.map((r) => r.content))}::text[]) as n(id, at, content)
    where q.id = n.id and q.solved_at is null`)
}

/** Closes problems, each at its moment (ms); the to-do that hangs on it is done. */
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

/** Writes buildings' scores of a day over what was there. */
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

/** Removes the day's score and the current score of buildings that have no points any more. */
export async function dropScores(tx: Db, day: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`delete from score_day where building_id = any(${bigints(ids)}) and day = ${day}::date`)
  await tx.execute(sql`
    update building set latest_score = null, scored_on = null where id = any(${bigints(ids)}) and scored_on is not null`)
}

export interface StateRow {
  readonly id: number
  readonly dueAt: number
  readonly connected: readonly number[]
  /** Set where it was worked out whole. */
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

/**
 * Takes some buildings that are due, leaving those that another process is at. None is due later than the next
 * midnight: what is, was written before a clock was put back, and would be left alone until then.
 */
export async function takeDue(tx: Db, now: Date, limit: number): Promise<{ id: number; checkedDay: string | null }[]> {
  const { rows } = await tx.execute<{ id: string; day: string | null }>(sql`
    select building_id as id, checked_day::text as day from building_state
    where due_at <= ${now.toISOString()}::timestamptz or due_at > ${now.toISOString()}::timestamptz + interval '2 days'
    order by due_at limit ${limit} for update skip locked`)
  return rows.map(({ id, day }) => ({ id: Number(id), checkedDay: day }))
}

/** Gives every building that nothing is understood of yet a state that is due. */
export async function addMissingStates(db: Db): Promise<void> {
  await db.execute(sql`
    insert into building_state (building_id, due_at) select id, 'epoch' from building b
    where not exists (select 1 from building_state s where s.building_id = b.id) order by id on conflict do nothing`)
}
