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

export const FORM = {
  name: '表格大厦',
  complexName: '表格中心',
  areaData: JSON.stringify(['310000000000', '310100000000', '310106000000', '310106006000']),
  addressDetail: '江宁路2号',
  address: '上海市静安区江宁路2号',
  floorSpace: 500,
  area: 4000,
  height: 18,
  upperLevel: 4,
  underLevel: 0,
  natureId: '1',
  constructId: '4',
  buildingYear: 2010,
}

export const UNIT_FORM = {
  name: '上海试验商贸有限公司',
  regName: '上海试验商贸有限公司',
  county: '310106000000',
  streetNo: '310106006000',
  jdxx: '江宁路街道',
  addressDetail: '江宁路100号2层',
  address: '静安区江宁路100号',
  type: '1',
  dwxz: '商场',
  nature: '私营',
  placeType: '商场',
  isBuildingManager: '0',
  sysOrganId: '42',
  legalName: '王一',
  legalPhone: '13800000001',
  dwLicense: '91310106MA1FY0000X',
  buildTime: '2015-06-01 00:00:00',
  gisX: 121.45,
  gisY: 31.25,
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
