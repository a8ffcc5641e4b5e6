import * as v from 'valibot'
import { enteredBuilding, managedUnitForm, type ManagedUnitForm } from '#contract/managed-unit.ts'
import { shanghaiDay } from '#contract/time.ts'
import type { ManagedDetail } from '#contract/unit-management.ts'
import { categoryOf } from '#contract/unit.rules.ts'

type UnitName = keyof ManagedUnitForm
type EntryName = keyof typeof enteredBuilding.entries

export type UnitFields = Record<UnitName | EntryName, string>

type UnitOutput = Record<string, string | number | null>

const toText = (value: string | number | null | undefined) =>
  value === null || value === undefined ? '' : String(value)

export type Preset = Partial<Pick<UnitFields, 'county' | 'sysOrganId'>>

export function begin(told: ManagedDetail | undefined, preset: Preset = {}): UnitFields {
  const names = Object.keys(managedUnitForm('').entries) as UnitName[]
  const kept = told as unknown as Record<string, string | number | null> | undefined
  const fields = Object.fromEntries(names.map((name) => [name, toText(kept?.[name])])) as Record<UnitName, string>
  return {
    ...fields,
    ...(!told && preset),
    ...(told && { type: String(categoryOf(told.type)) }),
    ...entryFields(told?.buildInfo[0]),
  }
}

export const entryFields = (entry: ManagedDetail['buildInfo'][number] | undefined): Record<EntryName, string> => ({
  buildingId: entry?.buildingId ?? '',
  enterTime: entry?.enterTime ?? '',
  enterArea: toText(entry?.enterArea),
  label: entry?.label ?? '',
})

/** `belongs` requires the building fields. @param now latest date */
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
    v.check((time) => time.slice(0, 10) <= today, '成立日期不能晚于今天'),
  )
  const schema = v.object({ ...unit, buildTime, ...(belongs && entry) })
  return schema as unknown as v.GenericSchema<UnitFields, UnitOutput>
}

export function unitFieldParts(output: UnitOutput) {
  const { buildingId, enterTime, enterArea, label, ...unit } = output
  return { unit, entry: { buildingId, enterTime, enterArea, label } }
}
