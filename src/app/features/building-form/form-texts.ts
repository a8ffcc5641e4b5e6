import { BUILDING_FIELD_LABELS, type BuildingField, FREE_FIELDS } from '#contract/building-form.rules.ts'
import type { BuildingFields } from '#contract/building-form.ts'
import type { LngLat } from '#contract/coordinates.ts'

export interface Known {
  readonly name: string
  readonly complexName: string | null
  readonly areaData: readonly string[]
  readonly provinceNo?: string | null
  readonly cityNo?: string | null
  readonly county?: string | null
  readonly streetNo?: string | null
  readonly addressDetail: string | null
  readonly address: string | null
  readonly gisX: number | null
  readonly gisY: number | null
  readonly floorSpace: number | null
  readonly area: number | null
  readonly height: number | null
  readonly upperLevel: number | null
  readonly underLevel: number | null
  readonly natureId: string | null
  readonly constructId: string | null
  readonly buildingYear: number | null
  readonly version?: string | null
}

interface Picked {
  readonly id: string
  readonly name: string
  readonly filled?: Partial<BuildingFields>
  readonly place?: LngLat | null
}

export interface Entered {
  readonly fields: BuildingFields
  readonly place: LngLat | null
  readonly picked?: Picked | undefined
  readonly version?: string | null | undefined
}

export const EMPTY: BuildingFields = {
  name: '',
  complexName: '',
  areaData: '',
  addressDetail: '',
  address: '',
  floorSpace: '',
  area: '',
  height: '',
  upperLevel: '',
  underLevel: '',
  natureId: '',
  constructId: '',
  buildingYear: '',
}

const typed = (value: string | number | null) => (value === null ? '' : String(value))

/** JSON array of 12 digits; other servers send the levels apart. */
function areaOf(known: Known): string {
  const { areaData, provinceNo, cityNo, county, streetNo } = known
  const codes = areaData.length > 0 ? areaData : [provinceNo, cityNo, county, streetNo]
  const given = codes.filter((code): code is string => Boolean(code)).map((code) => code.padEnd(12, '0'))
  return given.length >= 3 ? JSON.stringify(given) : ''
}

export function enteredOf(known: Known): Entered {
  return {
    fields: {
      name: known.name,
      complexName: typed(known.complexName),
      areaData: areaOf(known),
      addressDetail: typed(known.addressDetail),
      address: typed(known.address),
      floorSpace: typed(known.floorSpace),
      area: typed(known.area),
      height: typed(known.height),
      upperLevel: typed(known.upperLevel),
      underLevel: typed(known.underLevel),
      natureId: typed(known.natureId),
      constructId: typed(known.constructId),
      buildingYear: typed(known.buildingYear),
    },
    place: known.gisX === null || known.gisY === null ? null : [known.gisX, known.gisY],
    version: known.version,
  }
}

export function filledBy(picked: Picked | undefined, now: BuildingFields): Partial<BuildingFields> {
  const names = Object.keys(picked?.filled ?? {}) as (keyof BuildingFields)[]
  return Object.fromEntries(names.filter((name) => picked?.filled?.[name] === now[name]).map((name) => [name, '']))
}

export const LABELS: Readonly<Record<keyof BuildingFields, string>> = BUILDING_FIELD_LABELS

export const differs = (before: Entered, now: Entered): boolean =>
  JSON.stringify([before.fields, before.place, before.picked]) !== JSON.stringify([now.fields, now.place, now.picked])

export const changedFields = (before: Entered, now: Entered): readonly BuildingField[] =>
  (Object.keys(BUILDING_FIELD_LABELS) as BuildingField[]).filter((field) =>
    field === 'place'
      ? JSON.stringify(before.place) !== JSON.stringify(now.place)
      : before.fields[field] !== now.fields[field],
  )

export const isApproved = (field: BuildingField): boolean => !FREE_FIELDS.includes(field)
