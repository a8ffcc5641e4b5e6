import { PROVINCE_NO, CITY_NO } from '#server/reference/regions.ts'
import { building } from '#server/schema/building.table.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { heightClass, placeIn } from './building.ts'
import { rngFor } from './random.ts'

/** Suggested when a unit adds a building. */
const NAMES = [
  ['310106', '静安寺街坊商务楼'],
  ['310106', '江宁路文化大厦'],
  ['310106', '苏河湾仓库旧址'],
  ['310101', '外滩源服务楼'],
  ['310104', '徐家汇科创大厦'],
  ['310115', '张江研发中心二期'],
  ['310107', '长风会展服务楼'],
  ['310112', '虹桥枢纽配套楼'],
] as const

export async function preRegister(db: Db, now: Date): Promise<void> {
  const rows = NAMES.map(([district, name], at) => {
    const rng = rngFor('pre-registered', at)
    const { county, streetNo, address, roadName, number, gisX, gisY } = placeIn(district, rng)
    const upperLevel = rng.int(3, 28)
    const height = Math.round(upperLevel * 3.9 * 10) / 10
    const floorSpace = rng.int(600, 3200)
    return {
      name,
      complexName: `${name.slice(0, -2)}园区`,
      provinceNo: PROVINCE_NO,
      cityNo: CITY_NO,
      county,
      streetNo,
      address,
      addressDetail: `${roadName}${number}`,
      gisX,
      gisY,
      area: Math.round(floorSpace * upperLevel * 0.8),
      floorSpace,
      height,
      upperLevel,
      underLevel: rng.int(0, 3),
      heightId: heightClass(height, upperLevel),
      natureId: '1',
      constructId: '4',
      buildingYear: rng.int(1996, 2020),
      openProjectId: `OP${rng.hex(14)}`,
      appKey: rng.hex(32),
      createdAt: now,
      modifiedAt: now,
    }
  })
  await db.insert(building).values(rows)
}
