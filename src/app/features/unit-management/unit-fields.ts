import * as v from 'valibot'
import { enteredBuilding, managedUnitForm, type ManagedUnitForm } from '#contract/managed-unit.ts'
import { shanghaiDay } from '#contract/time.ts'
import type { ManagedDetail } from '#contract/unit-management.ts'
import { categoryOf } from '#contract/unit.rules.ts'

type UnitName = keyof ManagedUnitForm
type EntryName = keyof typeof enteredBuilding.entries

/** The form as it is typed: every field a text. */
export type UnitFields = Record<UnitName | EntryName, string>

/** What the form hands out: the wire's, ready to be sent. */
export type UnitOutput = Record<string, string | number | null>

const toText = (value: string | number | null | undefined) =>
  value === null || value === undefined ? '' : String(value)

/** What a new unit begins with, by who adds it: a district's organ has one district and is one organ. */
export type Preset = Partial<Pick<UnitFields, 'county' | 'sysOrganId'>>

/** The fields a form begins with: of the unit as it is kept, or empty but for the preset ones. Its latest building is the entry's. */
export function begin(told: ManagedDetail | undefined, preset: Preset = {}): UnitFields {
  const names = Object.keys(managedUnitForm('').entries) as UnitName[]
  const kept = told as unknown as Record<string, string | number | null> | undefined
  const fields = Object.fromEntries(names.map((name) => [name, toText(kept?.[name])])) as Record<UnitName, string>
  const entry = told?.buildInfo[0]
  return {
    ...fields,
    ...(!told && preset),
    ...(told && { type: String(categoryOf(told.type)) }),
    buildingId: entry?.buildingId ?? '',
    enterTime: entry?.enterTime ?? '',
    enterArea: toText(entry?.enterArea),
    label: entry?.label ?? '',
  }
}

/**
 * The rules of the form: the contract's own. With a building its fields must be there too.
 * @param now the device's clock: nobody is born, no building entered after it
 */
export function unitSchema(belongs: boolean, now: Date): v.GenericSchema<UnitFields, UnitOutput> {
  const today = shanghaiDay(now)
  const entry = {
    ...enteredBuilding.entries,
    enterTime: v.pipe(
      enteredBuilding.entries.enterTime,
      v.check((time) => time.slice(0, 10) <= today, '入驻日期不能晚于今天'),
    ),
  }
  const unit = managedUnitForm(today).entries
  const buildTime = v.pipe(
    unit.buildTime,
    v.check((time) => time.slice(0, 10) <= today, '成立时间不能晚于今天'),
  )
  const schema = v.object({ ...unit, buildTime, ...(belongs && entry) })
  // The contract takes numbers too; a form holds texts alone.
  return schema as unknown as v.GenericSchema<UnitFields, UnitOutput>
}

/** Parts what the form handed out into the unit and the building it is in. */
export function partsOf(output: UnitOutput) {
  const { buildingId, enterTime, enterArea, label, ...unit } = output
  return { unit, entry: { buildingId, enterTime, enterArea, label } }
}
