import { sql } from 'drizzle-orm'
import { hashToken } from '#server/platform/session.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import type { Ledger } from './mixed-load.ts'

export type Findings = Map<string, number>

const texts = (values: readonly string[]) => sql`${sql.param(values)}::text[]`
const count = async (db: Db, query: ReturnType<typeof sql>) =>
  Number((await db.execute<{ n: string }>(query)).rows[0]?.n ?? 0)

async function findMissing(db: Db, ledger: Ledger, found: Findings): Promise<void> {
  const flat = ledger.batches.flatMap(({ sequence, points }) => points.map((id) => ({ sequence, id })))
  const { batches, days, edits, files, declared, decided, tokens } = ledger
  found.set(
    'acknowledged readings missing',
    await count(
      db,
      sql`select count(*) as n from unnest(${sql.param(flat.map(({ sequence }) => sequence))}::int[],
      ${sql.param(flat.map(({ id }) => id))}::bigint[]) as a(sequence, point_id)
      where not exists (select from reading r where r.point_id = a.point_id and r.sequence = a.sequence)`,
    ),
  )
  found.set(
    'readings there twice',
    await count(
      db,
      sql`select count(*) as n from (select from reading where sequence = any(${sql.param(batches.map((one) => one.sequence))}::int[])
      group by point_id, sequence having count(*) > 1) d`,
    ),
  )
  found.set(
    'acknowledged days missing',
    await count(
      db,
      sql`select count(*) as n from unnest(${texts(days.map((one) => one.account))}, ${texts(days.map(({ day }) => day))}) as a(account, day)
      where not exists (select from checkin c join account o on o.unit_id = c.unit_id where o.account = a.account and c.day = a.day::date)`,
    ),
  )
  found.set(
    'acknowledged edits not there once',
    await count(
      db,
      sql`select count(*) as n from unnest(${texts(edits.map(({ building }) => building))}, ${texts(edits.map((one) => String(one.area)))}) as a(building, area)
      left join (select detail->'after'->>'area' as area, count(*) as times from audit where action = 'buildingForm.edit' group by 1) t using (area)
      where t.times is distinct from 1`,
    ),
  )
  const last = new Map(edits.map(({ building, area }) => [building, String(area)]))
  found.set(
    'buildings behind their last acknowledged edit',
    await count(
      db,
      sql`select count(*) as n from unnest(${texts([...last.keys()])}, ${texts([...last.values()])}) as a(building, area)
      join building b on b.id = a.building::bigint where b.area < a.area::float8`,
    ),
  )
  found.set(
    'acknowledged files missing',
    await count(
      db,
      sql`select count(*) as n from unnest(${texts(files)}) a(token)
    where not exists (select from upload u where u.token = a.token)`,
    ),
  )
  found.set(
    'acknowledged declarations not there once',
    await count(
      db,
      sql`select count(*) as n from unnest(${texts(declared.map(({ reason }) => reason))}) a(reason)
    where (select count(*) from approval p where p.reason = a.reason) <> 1`,
    ),
  )
  found.set(
    'acknowledged decisions missing',
    await count(
      db,
      sql`select count(*) as n from unnest(${texts(decided)}) a(id)
    where not exists (select from approval p where p.id = a.id::bigint and p.status > 0)`,
    ),
  )
  found.set(
    'acknowledged sessions missing',
    await count(
      db,
      sql`select count(*) as n from unnest(${texts(tokens.map(hashToken))}) a(hash)
    where not exists (select from session s where s.token_hash = a.hash)`,
    ),
  )
}

/** Whole or not at all. */
async function findHalves(db: Db, since: Date, ledger: Ledger, found: Findings): Promise<void> {
  const from = sql`${since.toISOString()}::timestamptz`
  const differ = (one: ReturnType<typeof sql>, other: ReturnType<typeof sql>) =>
    count(
      db,
      sql`select count(*) as n from (${one}) a full join (${other}) b using (key) where a.n is distinct from b.n`,
    )
  const audited = (action: string, key: string) =>
    sql`select ${sql.raw(key)} as key, count(*) as n from audit where action = ${action} and at >= ${from} group by 1`
  const batch = sql`select sequence from reading where received_at >= ${from} and sequence > 0 group by sequence having count(*) <> 20`
  found.set('batches in part', await count(db, sql`select count(*) as n from (${batch}) b`))
  found.set(
    'days without their audit row, or the other way',
    await differ(
      sql`select unit_id || ' ' || day::text as key, count(*) as n from checkin where at >= ${from} group by 1`,
      audited('checkin.makeUp', `(detail->>'unitId') || ' ' || (detail->'after'->>'day')`),
    ),
  )
  found.set(
    'edits told that are not in their building',
    await count(
      db,
      sql`select count(*) as n from building b join (
        select distinct on (detail->>'buildingId') detail->>'buildingId' as building, (detail->'after'->>'area')::float8 as area from audit
        where action = 'buildingForm.edit' and at >= ${from} order by 1, id desc) t
      on t.building = b.id::text where b.area <> t.area`,
    ),
  )
  found.set(
    'files without their audit row, or the other way',
    await differ(
      sql`select sha256 as key, count(*) as n from upload where created_at >= ${from} group by 1`,
      audited('upload.store', `detail->'after'->>'sha256'`),
    ),
  )
  found.set(
    'declarations without their audit row, or the other way',
    await differ(
      sql`select reason as key, count(*) as n from approval where applied_at >= ${from} group by 1`,
      audited('approval.submit', `detail->'after'->>'reason'`),
    ),
  )
  found.set(
    'declarations without their file',
    await count(
      db,
      sql`select count(*) as n from approval p where p.applied_at >= ${from}
      and not exists (select from upload u where u.approval_id = p.id)`,
    ),
  )
  found.set(
    'decisions without their audit row, or the other way',
    await differ(
      sql`select id::text as key, count(*) as n from approval where decided_at >= ${from} group by 1`,
      sql`select detail->>'approveId' as key, count(*) as n from audit where action in ('approval.agree', 'approval.refuse') and at >= ${from} group by 1`,
    ),
  )
  found.set(
    'decisions without their notification',
    await count(
      db,
      sql`select abs((select count(*) from approval where decided_at >= ${from})
      - (select count(*) from message where title like '【审批%' and sent_at >= ${from})) as n`,
    ),
  )
  found.set(
    'buildings that stand otherwise than their newest application',
    await count(
      db,
      sql`select count(*) as n from (select distinct on (building_id) building_id, status from approval
        where applied_at >= ${from} order by building_id, id desc) p join building b on b.id = p.building_id
      where b.approve_status is distinct from (case p.status when 0 then 0 when 2 then 1 end)`,
    ),
  )
  found.set(
    'keys without their change, or the other way',
    await differ(
      sql`select call as key, count(*) as n from idempotency where at >= ${from} group by 1`,
      sql`select action as key, count(*) as n from audit where at >= ${from}
        and action in ('checkin.makeUp', 'buildingForm.edit', 'upload.store', 'approval.submit') group by 1`,
    ),
  )
  found.set(
    'sessions without their audit row, or the other way',
    await differ(
      sql`select account_id::text as key, count(*) as n from session where created_at >= ${from} and address is not null group by 1`,
      audited('auth.signIn', 'account_id::text'),
    ),
  )
  found.set('answers nobody expects', ledger.odd.length)
}

/** Files without a row are counted apart. */
async function findFiles(db: Db, filesUrl: string, found: Findings): Promise<number> {
  const files = openFileStore(filesUrl, '/')
  const { rows } = await db.execute<{ file_key: string; size: number }>(sql`select file_key, size from upload`)
  let wrong = 0
  for (const { file_key, size } of rows) {
    const file = await files.open(file_key)
    if (file?.size !== size) wrong += 1
    file?.stream.destroy()
  }
  found.set('rows without their file', wrong)
  const named = new Set(rows.map(({ file_key }) => file_key))
  let strays = 0
  for await (const { key } of files.list()) if (key.startsWith('uploads/') && !named.has(key)) strays += 1
  return strays
}

/** @returns what is wrong, and how often */
export async function countKept(
  db: Db,
  filesUrl: string,
  since: Date,
  ledger: Ledger,
): Promise<{ found: Findings; strays: number }> {
  const found: Findings = new Map()
  await findMissing(db, ledger, found)
  await findHalves(db, since, ledger, found)
  return { found, strays: await findFiles(db, filesUrl, found) }
}
