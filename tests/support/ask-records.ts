import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import type { TestApi } from './api-context.ts'

export async function buildingOf(t: TestApi, account: string, access = 1): Promise<number> {
  const { rows } = await t.db.execute<{ id: string }>(sql`
    select b.id from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id
    where a.account = ${account} and b.access_status = ${access} order by b.id limit 1`)
  return Number(rows[0]!.id)
}

export async function pointOf(t: TestApi, buildingId: number, apiId: number) {
  const { rows } = await t.db.execute<{ id: string; device_no: string }>(
    sql`select id, device_no from point where building_id = ${buildingId} and api_id = ${apiId} order by id limit 1`,
  )
  return { id: Number(rows[0]!.id), deviceNo: rows[0]!.device_no }
}

export async function ask<T, E extends Endpoint>(
  t: TestApi,
  endpoint: E,
  input: InputOf<E>,
  token: string,
): Promise<T> {
  const { body } = await t.call(endpoint, input, token)
  expect(body.message).toBe('操作成功')
  return body.data as T
}

export const counted = async (t: TestApi, query: ReturnType<typeof sql>) =>
  Number((await t.db.execute(query)).rows[0]!.n)

export interface Paged<Row> {
  readonly list: Row[]
  readonly total: number
}
