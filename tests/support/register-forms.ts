import type { Endpoint } from '#contract/endpoint.ts'
import { building } from '#server/schema/building.table.ts'
import type { TestApi } from './api-context.ts'

export const PROPOSED = {
  name: '新静安大厦（一期）',
  complexName: '新静安中心',
  areaData: ['310000000000', '310100000000', '310106000000', '310106006000'],
  addressDetail: '南京西路1号',
  address: '上海市静安区南京西路1号',
  position: [121.46, 31.23],
  floorSpace: 1200.5,
  area: '18000',
  height: 30,
  upperLevel: '8',
  underLevel: 0,
  natureId: '1',
  constructId: '4',
  buildingYear: 2010,
}

export async function preRegistered(t: TestApi, some: Partial<typeof building.$inferInsert> = {}): Promise<number> {
  const id = some.id ?? 900_001
  await t.db.insert(building).values({
    id,
    name: '预登记大厦',
    complexName: '预登记中心',
    provinceNo: '310000',
    cityNo: '310100',
    county: '310106',
    streetNo: '310106012',
    openProjectId: `OP-${id}`,
    appKey: 'k'.repeat(32),
    createdAt: t.clock.now(),
    modifiedAt: t.clock.now(),
    ...some,
  })
  return id
}

export async function sendJson(t: TestApi, { path }: Endpoint, input: object, token: string) {
  const response = await t.api.request(path, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
    body: JSON.stringify(input),
  })
  return (await response.json()) as { code: number; message: string; errors?: object }
}
