import type { buildingUnit } from '#server/schema/building.table.ts'
import { COMPANY_LABELS } from '#server/reference/entries.ts'
import { type CityClock, DAY } from './city-clock.ts'
import type { BuildingModel, UnitModel } from './model.ts'
import { rngFor } from './random.ts'

type Row = typeof buildingUnit.$inferInsert

/** Small ones, and owners with offices elsewhere. */
const TENANTS = [34, 35, 36, 37, 8, 9, 14, 29, 30]
const LETTING = new Set(['mall', 'tower', 'office', 'station'])

function bound(building: BuildingModel, unit: UnitModel, label: string): Row {
  return {
    buildingId: building.id,
    unitId: unit.id,
    kind: 'bound',
    enteredAt: building.row.createdAt,
    enterArea: building.row.area ?? null,
    label,
    createdAt: building.row.createdAt,
    modifiedAt: building.row.modifiedAt,
  }
}

export function tiesOf(building: BuildingModel, units: readonly UnitModel[], clock: CityClock): Row[] {
  const { slot, owner } = building
  const managers = (slot.extra.managed ?? []).flatMap((place) => units[place] ?? [])
  const rng = rngFor('tenants', building.id)
  const count = LETTING.has(slot.kind) ? { S: 1, M: 2, L: rng.int(4, 7) }[slot.size] : 0
  const tenants = rng.sample(TENANTS, count).flatMap((place) => units[place] ?? [])
  return [
    bound(building, owner, '业主单位'),
    ...managers.map((unit) => bound(building, unit, '物业单位')),
    ...tenants
      .filter((unit) => unit !== owner)
      .map((unit): Row => {
        const at = clock.before(rng.int(30, 900) * DAY)
        return {
          buildingId: building.id,
          unitId: unit.id,
          kind: 'tenant',
          enteredAt: at,
          enterArea: rng.chance(0.1) ? null : rng.int(40, 2200),
          label: unit.row.labels?.at(-1) ?? COMPANY_LABELS[2]?.name ?? null,
          createdAt: at,
          modifiedAt: at,
        }
      }),
  ]
}
