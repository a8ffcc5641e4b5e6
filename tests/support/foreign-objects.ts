import { sql } from 'drizzle-orm'
import { upload as uploads } from '#contract/upload.ts'
import type { TestApi } from './api-context.ts'
import { jpeg } from './hostile-uploads.ts'

export type Kind =
  | 'account'
  | 'alarm'
  | 'building'
  | 'message'
  | 'plan'
  | 'point'
  | 'problem'
  | 'project'
  | 'projectKey'
  | 'provider'
  | 'unit'
  | 'upload'

/** In a response it is a leak. */
export const CANARY = '窃'

export type Things = Readonly<Record<Kind, string>>

/** Ids that were never assigned. */
export const NOWHERE: Things = {
  account: '999999991',
  alarm: '999999990',
  building: '999999992',
  message: '999999993',
  plan: '999999998',
  point: '999999994',
  problem: '999999995',
  project: 'OP-nowhere',
  projectKey: 'n'.repeat(32),
  provider: '999999996',
  unit: '999999997',
  upload: `/file/${'N'.repeat(43)}`,
}

/** Independent of the scope under test. */
const SEEN: Readonly<Record<string, string>> = {
  unit01: `b.id in (select building_id from building_unit u join account a on a.unit_id = u.unit_id where a.account = 'unit01' and u.kind = 'bound')`,
  unit02: `b.id in (select building_id from building_unit u join account a on a.unit_id = u.unit_id where a.account = 'unit02' and u.kind = 'bound')`,
  wuye01: `b.id in (select building_id from building_unit u join account a on a.unit_id = u.unit_id where a.account = 'wuye01' and u.kind = 'bound')`,
  jingan: `b.county = '310106'`,
  isv01: `b.provider_id = (select provider_id from account where account = 'isv01')`,
}

async function one(t: TestApi, query: string): Promise<string> {
  const { rows } = await t.db.execute<{ id: string }>(sql.raw(query))
  if (!rows[0]) throw new Error(`The demo city has nothing for: ${query}`)
  return rows[0].id
}

async function thingsOf(t: TestApi, buildings: string, units: string, account: string): Promise<Things> {
  const building = await one(
    t,
    `select b.id::text as id from building b where ${buildings}
     and exists (select 1 from point p where p.building_id = b.id) and exists (select 1 from problem p where p.building_id = b.id)
     and exists (select 1 from alarm a where a.building_id = b.id)
     order by (b.access_status = 1) desc, b.id limit 1`,
  )
  const of = (column: string, from: string) => one(t, `select ${column}::text as id from ${from} order by 1 limit 1`)
  await t.db.execute(
    sql.raw(`insert into floor_plan (building_id, floor, file_key, content_type, width, height, size, sha256, changed_at)
      select building_id, floor, 'plans/' || building_id, 'image/png', 2, 2, 2, 'a', now() from point
      where building_id = ${building} and floor is not null order by id limit 1 on conflict do nothing`),
  )
  const sender = await t.signIn(account)
  const body = new FormData()
  body.append('file', new File([jpeg()], `${account}.jpg`, { type: 'image/jpeg' }))
  const stored = await t.api.request(uploads.store.path, {
    method: 'POST',
    headers: { 'x-auth-token': sender },
    body,
  })
  return {
    building,
    unit: await one(t, units),
    plan: await of('id', `floor_plan where building_id = ${building}`),
    point: await of('id', `point where building_id = ${building}`),
    problem: await of('id', `problem where building_id = ${building}`),
    alarm: await of('id', `alarm where building_id = ${building}`),
    project: await of('open_project_id', `building where id = ${building}`),
    projectKey: await of('app_key', `building where id = ${building}`),
    provider: await of('provider_id', `building where id = ${building}`),
    account: await of('id', `account where account = '${account}'`),
    message: await one(
      t,
      `select message_id::text as id from message_receiver r join account a on a.id = r.account_id
       where a.account = '${account}' order by 1 limit 1`,
    ),
    upload: ((await stored.json()) as { data: string }).data,
  }
}

const STRANGER: Readonly<Record<string, string>> = {
  unit01: 'unit02',
  unit02: 'unit01',
  wuye01: 'unit02',
  jingan: 'unit02',
  isv01: 'unit02',
}

/** A canary in each text. */
export async function ownAndForeign(t: TestApi, who: string): Promise<{ own: Things; foreign: Things }> {
  const seen = SEEN[who] ?? 'false'
  const tied = (buildings: string) =>
    `select u.id::text as id from unit u join building_unit x on x.unit_id = u.id join building b on b.id = x.building_id where ${buildings}`
  const mine = `select unit_id::text as id from account where account = '${who}' and unit_id is not null`
  const own = await thingsOf(t, seen, `${mine} union all ${tied(seen)} limit 1`, who)
  const others = `not (${seen}) and exists (select 1 from building_unit u where u.building_id = b.id)
    and not exists (select 1 from building s where s.open_project_id = b.open_project_id and s.id <> b.id)`
  const apart = `and u.county <> '310106' and not exists (select 1 from building_unit y join building b on b.id = y.building_id where y.unit_id = u.id and (${seen}))`
  const foreign = await thingsOf(t, others, `${tied(`not (${seen})`)} ${apart} order by u.id limit 1`, STRANGER[who]!)
  await mark(t, who, foreign)
  return { own, foreign }
}

async function mark(t: TestApi, who: string, { building, unit, message, upload }: Things): Promise<void> {
  const words = (columns: string) =>
    columns
      .split(' ')
      .map((column) => `${column} = '${CANARY}${who}' || ${column}`)
      .join(', ')
  for (const query of [
    `update building set ${words('name complex_name address address_detail refuse_reason')} where id = ${building}`,
    `update unit set ${words('name use_name reg_name address address_detail legal_name legal_phone contacts_name contacts_phone')} where id = ${unit}`,
    `update point set ${words('device_no point_number device_name floor zone descript')} where building_id = ${building}`,
    `update floor_plan set ${words('floor')} where building_id = ${building}`,
    `update problem set ${words('device_no item_desc content advice')} where building_id = ${building}`,
    `update message set ${words('title message_html')} where id = ${message}`,
    `update upload set file_name = '${CANARY}${who}.jpg' where token = '${upload.slice('/file/'.length)}'`,
  ])
    await t.db.execute(sql.raw(query))
}
