import { sql } from 'drizzle-orm'
import type { Cells } from '../tally/tally.table.ts'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { shareRead } from '../db/share-read.ts'
import { deviceEvent } from '../record/record.table.ts'
import { areaPoints } from '../tally/tally.table.ts'
import { tallyPoints } from '../tally/tally.store.ts'

interface OpenAlarms extends Record<string, unknown> {
  readonly county: string
  readonly buildingType: number
  readonly alarm: number
  readonly fault: number
  readonly shield: number
}

/** Fire alarm equipment of every cell with something open, each piece by the gravest; one walk for all who ask. */
function cityOpenAlarms(db: Db): Promise<OpenAlarms[]> {
  return shareRead(db, 'open alarms', async () => {
    const { rows } = await db.execute<OpenAlarms>(sql`
      with open as (
        select e.point_id, min(case e.kind when 'fire' then 1 when 'fault' then 2 else 3 end) as rank
        from ${deviceEvent} e
        where e.state = 0 and e.ended_at is null and e.kind in ('fire', 'fault', 'shield')
        group by e.point_id)
      select ${building.county} as county, coalesce(${building.buildingType}, 0) as "buildingType",
        (count(*) filter (where rank = 1))::int as alarm, (count(*) filter (where rank = 2))::int as fault,
        (count(*) filter (where rank = 3))::int as shield
      from open join point p on p.id = open.point_id and is_alarm_item(p.api_id)
      join ${building} on ${building.id} = p.building_id group by 1, 2`)
    return rows
  })
}

/**
 * Fire alarm equipment of an area by state. How much there is stands in the tallies, so that what is open, few of
 * many, is all that is walked over.
 */
export async function alarmFigures(db: Db, cells: Cells) {
  const { alarmPoints } = await tallyPoints(db, cells.where(areaPoints))
  const open = (await cityOpenAlarms(db)).filter(cells.holds)
  const sum = (of: 'alarm' | 'fault' | 'shield') => open.reduce((all, row) => all + row[of], 0)
  const [alarm, fault, shield] = [sum('alarm'), sum('fault'), sum('shield')]
  return {
    normalEquipmentNumber: alarmPoints - alarm - fault - shield,
    abnormalEquipmentNumber: alarm + fault + shield,
    alarmEquipmentNumber: alarm,
    malfunctionEquipmentNumber: fault,
    shieldingEquipmentNumber: shield,
  }
}
