import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TestApi } from './api-context.ts'

type Row = Record<string, never>
export const mine = sql`(select bu.building_id from building_unit bu join account a on a.unit_id = bu.unit_id
  where bu.kind = 'bound' and a.account = 'unit01')`

export async function rows(t: TestApi, query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await t.db.execute(query)).rows as Row[]
}
export const one = async (t: TestApi, query: ReturnType<typeof sql>) => (await rows(t, query))[0]!
export const answer = async <T = Record<string, number>>(t: TestApi, ...call: Parameters<TestApi['call']>) => {
  const { body } = await t.call(...call)
  expect(body.code, body.message).toBe(200)
  return body.data as unknown as T
}
