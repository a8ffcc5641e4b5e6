import { inCrs } from '#contract/coordinates.ts'
import { DISTRICTS } from '../dictionary/regions.ts'

/** A district with one of its streets, of six and nine digits; null where the area tree has no such place. */
export function areaOf(county: string, streetNo: string) {
  const district = DISTRICTS.find(({ code }) => code === county)
  const street = district?.streets.find(({ code }) => code === streetNo)
  return district && street ? { county: district.code, streetNo: street.code, streetName: street.name } : null
}

interface Degrees {
  readonly gisX?: number | undefined
  readonly gisY?: number | undefined
  readonly gisXGd?: number | undefined
  readonly gisYGd?: number | undefined
}

/** The place on the map in WGS-84, whichever system it came in; undefined where none came. */
export function placeOf({ gisX, gisY, gisXGd, gisYGd }: Degrees) {
  if (gisX !== undefined && gisY !== undefined) return [gisX, gisY] as const
  if (gisXGd === undefined || gisYGd === undefined) return undefined
  return inCrs([gisXGd, gisYGd], 'GCJ02', 'WGS84')
}

const same = (a: unknown, b: unknown) =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b

/** Names of what a change changes. */
export function changedNames<T extends object>(before: T, after: Partial<T>): string[] {
  const names = Object.keys(after) as (keyof T & string)[]
  return names.filter((name) => !same(before[name], after[name]))
}

const PERSONAL = /phone|tel|card|secret|key/i

/** What a change changes, before and after; of phones and numbers of persons the names alone, as the audit asks. */
export function auditedChange<T extends object>(before: T, after: Partial<T>) {
  const changed = changedNames(before, after)
  const open = changed.filter((name) => !PERSONAL.test(name) && name !== 'modifiedAt') as (keyof T & string)[]
  return { changed, before: pick(before, open), after: pick(after, open) }
}

const pick = <T extends object>(of: Partial<T>, names: readonly (keyof T & string)[]) =>
  Object.fromEntries(names.map((name) => [name, of[name] ?? null]))
