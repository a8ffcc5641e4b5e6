import type { Buffer } from 'node:buffer'
import { sql } from 'drizzle-orm'
import type { Envelope } from '#contract/errors.ts'
import { point, type PointRow } from '#contract/point.ts'
import type { TestApi } from './api-context.ts'

export interface Place {
  readonly id: number
  readonly openProjectId: string
  readonly appKey: string
}

export async function buildingOf(t: TestApi, account: string): Promise<Place> {
  const { rows } = await t.db.execute<{ id: string; open: string; key: string }>(sql`
    select b.id, b.open_project_id as open, b.app_key as key from building b
    join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id where a.account = ${account} order by b.id limit 1`)
  return { id: Number(rows[0]!.id), openProjectId: rows[0]!.open, appKey: rows[0]!.key }
}

export const counted = async (t: TestApi, query: ReturnType<typeof sql>) =>
  Number((await t.db.execute(query)).rows[0]!.n)
export const pointsOf = (t: TestApi, id: number) =>
  counted(t, sql`select count(*)::int as n from point where building_id = ${id}`)

export async function sendFile(t: TestApi, token: string, place: { openProjectId: string }, content: Buffer | string) {
  const form = new FormData()
  form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), '点位.xlsx')
  form.set('openProjectId', place.openProjectId)
  const response = await t.api.request(point.import.path, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'x-forwarded-for': '192.0.2.1' },
    body: form,
  })
  return (await response.json()) as Envelope<{ addedNum: number; updatedNum: number; sameNum: number } | null>
}

export const HEAD = '设备编号,点位编号,设备名称,消防系统,接口类型,设备类型,楼层,区域,描述'
export const line = (
  n: number,
  over: Partial<Record<'number' | 'type' | 'system' | 'api' | 'floor' | 'name', string>> = {},
) =>
  [
    `N${n}`,
    over.number ?? `NEW-${n}`,
    over.name ?? `新烟感${n}`,
    over.system ?? '火灾自动报警系统',
    over.api ?? '火警信息',
    over.type ?? '点型光电感烟火灾探测器',
    over.floor ?? '3层',
    '东区',
    '',
  ].join(',')

export const listOf = async (t: TestApi, token: string, place: Place, more: object = {}) =>
  (await t.call(point.list, { openProjectId: place.openProjectId, ...more }, token)).body.data as {
    list: PointRow[]
    total: number
  }
