import { sql } from 'drizzle-orm'
import type { Measures } from '#contract/measures.ts'
import { epochMs } from '#server/platform/db/epoch-ms.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { instantsText, numbersText, textsText } from '#server/platform/db/array-text.ts'
import { statement } from '#server/platform/db/statement.ts'
import { condition } from '#server/schema/evaluation.table.ts'
import { expectedInterval, INTERVALS_BY_PLACE } from '#server/evaluation/expected-interval.ts'
import { VALID_BITS_BY_PLACE, validFor } from '../valid-report.ts'
import { SILENT_AFTER } from '#server/evaluation/access.rules.ts'
import type { EvaluatedPoint } from '#server/evaluation/evaluated-point.store.ts'
import type { NamedPoint } from './lock-named-points.ts'

export interface PointBatch {
  readonly name: NamedPoint
  /** Last plausible time; null if there is none. */
  readonly spokeAt: Date | null
  readonly latest: ReadingRow | null
}

export interface ReadingRow {
  readonly at: Date
  readonly sequence: number
  readonly measures: Measures
}

export interface StoredPoint {
  readonly of: PointBatch
  readonly point: EvaluatedPoint
}

const given = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

interface Row extends Record<string, unknown> {
  readonly order: number
  readonly project: number
  readonly id: string
  readonly api_id: number
  readonly online: boolean
  readonly valid_at: number | null
  /** Its last valid report was too old for the connection. */
  readonly returns: boolean
  readonly created_at: number
  readonly newer: boolean
  readonly before: Measures | null
  readonly before_at: number | null
  /** First row only. */
  readonly batch: BatchFacts | null
}

interface BatchFacts {
  readonly places: readonly Place[]
  readonly conditions: readonly { readonly id: number; readonly cause: string; readonly since: number }[] | null
  readonly stored: number
  /** Null: all were stored. */
  readonly keys: readonly string[] | null
}

interface Place {
  readonly project: number
  readonly id: number
  readonly height: number | null
  readonly heights: EvaluatedPoint['pastHeights']
  readonly due: number | null
}

/** Prepared plans have no row estimates: points pair with their newest readings by position. */
const STORE = statement<Row>(
  'ingest_store_readings',
  sql`
  with
  /* This provider: its buildings in the batch. */
  place as materialized (
    select n.project, b.id, b.height, b.past_heights, s.due_at
    from unnest(${given('projects', 'text[]')}) with ordinality as n(number, project)
    join building b on b.open_project_id = n.number and b.provider_id = ${given('providerId', 'bigint')}
    left join building_state s on s.building_id = b.id
  ),
  /* Their points named in the batch, locked in id order, with the times of their reports before and now. */
  known as materialized (
    select n.place, n.project, n.at, n.sequence, n.measures, p.id, p.building_id, p.api_id, p.created_at,
      p.latest as before, p.latest_at as before_at, p.received_at, p.online, p.valid_at as valid_before,
      coalesce((${given('intervals', 'float8[]')})[p.api_id], ${given('otherwise', 'float8')}) as within,
      case when v.bit = 0 then s.at else greatest(case when n.valid_for & v.bit <> 0 then n.at end,
        case when ${given('hasOthers', 'boolean')} then (
          select max(o.at) from unnest(${given('otherOf', 'int[]')}, ${given('otherAt', 'timestamptz[]')}, ${given('otherValidFor', 'int[]')})
            as o(place, at, valid_for)
          where o.place = n.place and o.valid_for & v.bit <> 0) end) end as valid_at,
      greatest(p.reported_at, s.at) as reported_at, coalesce(s.at > p.reported_at, s.at is not null) as later,
      n.at is not null and (p.latest_at is null or (n.at, n.sequence) > (p.latest_at, p.latest_sequence)) as newer
    from rows from (
      unnest(${given('projectOf', 'int[]')}, ${given('pointNumbers', 'text[]')}, ${given('spokeAt', 'timestamptz[]')},
        ${given('latestAt', 'timestamptz[]')}, ${given('latestSequence', 'int[]')}, ${given('latestValidFor', 'int[]')}),
      jsonb_array_elements(${given('latest', 'jsonb')})
    ) with ordinality as n(project, point_number, spoke_at, at, sequence, valid_for, measures, place)
    cross join lateral (select coalesce(n.spoke_at, n.at) as at) s
    join place b on b.project = n.project
    join point p on p.building_id = b.id and p.point_number = n.point_number
    cross join lateral (select coalesce((${given('validBits', 'int[]')})[p.api_id], 0) as bit) v
    order by p.id for no key update of p
  ),
  /* The same, with what the reports make true: received, valid, online. */
  judged as materialized (
    select k.*, case when later then ${given('now', 'timestamptz')} else received_at end as heard_at,
      greatest(valid_before, valid_at) as valid, valid_at > coalesce(valid_before, '-infinity') as proven,
      coalesce(greatest(valid_before, valid_at) >= ${given('now', 'timestamptz')} - interval '1 ms' * within, false) as alive
    from known k
  ),
  /* Points whose state changes. */
  moved as (
    update point p set reported_at = j.reported_at, received_at = j.heard_at, online = j.alive, valid_at = j.valid,
      latest = case when j.newer then j.measures else p.latest end,
      latest_at = case when j.newer then j.at else p.latest_at end,
      latest_sequence = case when j.newer then j.sequence else p.latest_sequence end
    from judged j where p.id = j.id and (j.later or j.newer or j.proven or j.online <> j.alive)
  ),
  /* Readings newer than any of their point: without a conflict check. */
  fresh as (
    insert into reading (point_id, at, sequence, building_id, api_id, received_at, measures)
    select id, at, sequence, building_id, api_id, ${given('now', 'timestamptz')}, measures from judged
    where newer and not ${given('isDoubtful', 'boolean')}
    returning point_id, at, sequence
  ),
  /* All other readings; those stored already are skipped. */
  late as (
    insert into reading (point_id, at, sequence, building_id, api_id, received_at, measures)
    select id, at, sequence, building_id, api_id, ${given('now', 'timestamptz')}, measures from judged
    where at is not null and (not newer or ${given('isDoubtful', 'boolean')})
    union all
    select j.id, r.at, r.sequence, j.building_id, j.api_id, ${given('now', 'timestamptz')}, r.measures
    from rows from (
      unnest(${given('otherOf', 'int[]')}, ${given('otherAt', 'timestamptz[]')}, ${given('otherSequence', 'int[]')}),
      jsonb_array_elements(${given('others', 'jsonb')})
    ) as r(place, at, sequence, measures)
    join judged j on j.place = r.place
    on conflict do nothing
    returning point_id, at, sequence
  ),
  /* Keys of the readings just stored. */
  stored as (
    select * from fresh union all select * from late
  )
  select j.place::int as "order", j.project::int as project, j.id, j.api_id, j.alive as online,
    ${epochMs('j.valid')} as valid_at, ${epochMs('j.created_at')} as created_at,
    coalesce(j.proven and coalesce(j.valid_before <= ${given('now', 'timestamptz')} - ${given('countsFor', 'interval')}, true), false) as returns,
    j.newer, case when not j.newer then j.before end as before, ${epochMs('j.before_at')} as before_at,
    case when row_number() over () = 1 then json_build_object(
      'places', (select json_agg(json_build_object('project', b.project, 'id', b.id, 'height', b.height, 'heights', b.past_heights, 'due', ${epochMs('b.due_at')})) from place b),
      'conditions', (select json_agg(json_build_object('id', t.point_id, 'cause', t.cause, 'since', ${epochMs('t.since')}))
        from place b cross join lateral (select point_id, cause, since from ${condition} where building_id = b.id offset 0) t),
      'stored', (select count(*) from stored),
      'keys', case when (select count(*) from stored) < ${given('rows', 'int')}
        then (select json_agg(concat_ws('|', point_id, ${epochMs('at')}, sequence)) from stored) end) end as batch
  from judged j`,
)

const INTERVALS = numbersText(INTERVALS_BY_PLACE)
const VALID_BITS = numbersText(VALID_BITS_BY_PLACE)
const COUNTS_FOR = `${SILENT_AFTER} ms`

const keyOf = (pointId: number, { at, sequence }: ReadingRow) => [pointId, at.getTime(), sequence].join('|')

/**
 * The points stay locked; those of other providers are missing. @param rows distinct keys @param isDoubtful
 * readings that look new may be stored already
 */
export async function storeReadings(
  tx: Db,
  providerId: number,
  said: readonly PointBatch[],
  rows: readonly (ReadingRow & { readonly of: PointBatch })[],
  now: Date,
  isDoubtful: boolean,
): Promise<{ points: StoredPoint[]; isFresh: (row: ReadingRow & { readonly of: PointBatch }) => boolean }> {
  // With a newest reading first, so that both lists share positions.
  const named = [...said.filter(({ latest }) => latest), ...said.filter(({ latest }) => !latest)]
  const latest = named.flatMap((one) => one.latest ?? [])
  const others = rows.filter((row) => row.of.latest !== row)
  const order = new Map(named.map((one, i) => [one, i + 1]))
  const projects = new Map<string, number>()
  for (const { name } of named) if (!projects.has(name.projectId)) projects.set(name.projectId, projects.size + 1)
  const found = await STORE(tx, {
    providerId,
    now: now.toISOString(),
    projects: textsText([...projects.keys()]),
    projectOf: numbersText(named.map(({ name }) => projects.get(name.projectId))),
    pointNumbers: textsText(named.map(({ name }) => name.pointNumber)),
    spokeAt: instantsText(named.map(({ spokeAt, latest }) => (spokeAt === latest?.at ? null : spokeAt))),
    latestAt: instantsText(latest.map(({ at }) => at)),
    latestSequence: numbersText(latest.map(({ sequence }) => sequence)),
    latestValidFor: numbersText(latest.map(({ measures }) => validFor(measures))),
    latest: JSON.stringify(latest.map(({ measures }) => measures)),
    validBits: VALID_BITS,
    countsFor: COUNTS_FOR,
    intervals: INTERVALS,
    otherwise: expectedInterval(0),
    otherOf: numbersText(others.map(({ of }) => order.get(of))),
    otherAt: instantsText(others.map(({ at }) => at)),
    otherValidFor: numbersText(others.map(({ measures }) => validFor(measures))),
    hasOthers: others.length > 0,
    otherSequence: numbersText(others.map(({ sequence }) => sequence)),
    others: JSON.stringify(others.map(({ measures }) => measures)),
    rows: rows.length,
    isDoubtful,
  })
  const batch = found.find((row) => row.batch)?.batch
  const fresh = !batch || batch.stored === rows.length ? null : new Set(batch.keys)
  const ids = new Map(found.map((row) => [named[row.order - 1], Number(row.id)]))
  const places = new Map(batch?.places.map((place) => [place.project, place]))
  const withOthers = new Set(others.map(({ of }) => of))
  const conditions = new Map<number, Record<string, number>>()
  for (const { id, cause, since } of batch?.conditions ?? [])
    conditions.set(id, { ...conditions.get(id), [cause]: since })
  const points = found.flatMap((row): StoredPoint[] => {
    const one = named[row.order - 1]
    const place = places.get(row.project)
    return one && place
      ? [{ of: one, point: pointOf(row, one, place, conditions.get(Number(row.id)), withOthers.has(one)) }]
      : []
  })
  return {
    points,
    isFresh: (row) => {
      const id = ids.get(row.of)
      return id !== undefined && (fresh?.has(keyOf(id, row)) ?? true)
    },
  }
}

function pointOf(
  row: Row,
  said: PointBatch,
  place: Place,
  conditions: EvaluatedPoint['conditions'] | undefined,
  hasOthers: boolean,
): EvaluatedPoint {
  return {
    id: Number(row.id),
    buildingId: place.id,
    apiId: row.api_id,
    online: row.online,
    validAt: row.valid_at,
    createdAt: row.created_at,
    latest: latestOf(row, said),
    height: place.height,
    pastHeights: place.heights,
    dueAt: place.due,
    returns: row.returns,
    isLate: hasOthers || (said.latest !== null && !row.newer),
    conditions: conditions ?? null,
  }
}

function latestOf({ newer, before, before_at }: Row, { latest }: PointBatch): EvaluatedPoint['latest'] {
  const [at, measures] = newer && latest ? [latest.at.getTime(), latest.measures] : [before_at ?? 0, before ?? {}]
  return { at, measures: measures as EvaluatedPoint['latest']['measures'] }
}
