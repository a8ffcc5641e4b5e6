import { type RegisterKind, SHOWN_WRONG_ROWS } from '#contract/register-import.ts'
import { buildingForm } from '#contract/building-form.ts'
import { DISTRICTS } from '../reference/regions.ts'
import { listOrgans } from '../identity/organ.store.ts'
import { needForm } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { type XlsxCell, type XlsxColumn, writeXlsx } from '../platform/files/xlsx-writer.ts'
import type { Context } from '../platform/implement.ts'
import type { AuditedObject } from '../platform/record-audit.ts'
import type { Session } from '../platform/session.ts'
import { buildingColumns } from './building-columns.ts'
import { lockBuildings, planBuildings, writeBuildings } from './import-buildings.ts'
import { BUILDING_COLUMNS, type Column, exampleOf, type Known, UNIT_COLUMNS } from './import-columns.ts'
import { lockUnits, planUnits, writeUnits } from './import-units.ts'
import {
  type Draft,
  draftRows,
  readRegisterTable,
  REASON_COLUMN,
  type RegisterTable,
  type WrongCell,
} from './read-register.ts'
import { managedUnitColumns } from './save-managed-unit.ts'

interface Plan {
  readonly added: readonly unknown[]
  readonly changed: readonly unknown[]
  readonly same: number
}

interface Register<C, P extends Plan> {
  readonly columns: readonly Column[]
  readonly nameTitle: string
  toColumns(ctx: Context<Session>, fields: Record<string, string>): C
  lock(tx: Db, drafts: readonly Draft<C>[]): Promise<void>
  plan(db: Db, drafts: readonly Draft<C>[], wrong: Map<number, WrongCell[]>): Promise<P>
  write(ctx: Context<Session>, tx: Db, plan: P): Promise<AuditedObject[]>
}

const register = <C, P extends Plan>(of: Register<C, P>) => of

const units = register({
  columns: UNIT_COLUMNS,
  nameTitle: '单位名称',
  toColumns: ({ session, now }, fields) => managedUnitColumns(fields, session, now),
  lock: lockUnits,
  plan: planUnits,
  write: writeUnits,
})

const buildings = register({
  columns: BUILDING_COLUMNS,
  nameTitle: '建筑名称',
  toColumns({ now }, fields) {
    const sent = { ...fields, address: fields['address'] ?? fields['addressDetail'] }
    return buildingColumns(needForm(buildingForm.add.input, sent, 'building'), { now })
  },
  lock: lockBuildings,
  plan: planBuildings,
  write: writeBuildings,
})

export interface Imported {
  readonly table: RegisterTable
  readonly added: number
  readonly updated: number
  readonly same: number
  /** By row, in the file's order. */
  readonly wrong: ReadonlyMap<number, readonly WrongCell[]>
}

export type ImportMode = 'check' | 'all' | 'valid'

async function readKnown(db: Db): Promise<Known> {
  const organs = (await listOrgans(db)).filter(({ level }) => level === 3)
  const isOnly = (name: string) => organs.filter((one) => one.name === name).length === 1
  return {
    brigades: new Map(
      organs.flatMap(({ id, name }) => [[String(id), id], ...(isOnly(name) ? [[name, id] as const] : [])] as const),
    ),
    brigadeNames: organs.map(({ name }) => name),
  }
}

async function run<C, P extends Plan>(
  of: Register<C, P>,
  ctx: Context<Session>,
  bytes: Buffer,
  mode: ImportMode,
): Promise<Imported> {
  const table = await readRegisterTable(bytes, of.columns)
  const known = await readKnown(ctx.db)
  const { drafts, wrong } = await draftRows(table, of.columns, known, (fields) => of.toColumns(ctx, fields))
  const outcome = ({ added, changed, same }: Plan): Imported => ({
    table,
    added: added.length,
    updated: changed.length,
    same,
    wrong: new Map([...wrong].toSorted(([one], [other]) => one - other)),
  })
  const preview = await of.plan(ctx.db, drafts, wrong)
  if (mode === 'check' || (mode === 'all' && wrong.size > 0)) return outcome(preview)
  const valid = drafts.filter(({ row }) => !wrong.has(row))
  if (preview.added.length + preview.changed.length === 0) return outcome(preview)
  return ctx.write(async (tx) => {
    await of.lock(tx, valid)
    const plan = await of.plan(tx, valid, wrong)
    const objects = await of.write(ctx, tx, plan)
    const value = outcome(plan)
    const { added, updated, same } = value
    return { value, audit: { rows: table.rows.length, added, updated, same, wrong: wrong.size }, objects }
  })
}

/** @throws AppError 400 for an unreadable table */
export const importRegister = (ctx: Context<Session>, kind: RegisterKind, bytes: Buffer, mode: ImportMode) =>
  kind === 'units' ? run(units, ctx, bytes, mode) : run(buildings, ctx, bytes, mode)

const nameOf = (kind: RegisterKind) => (kind === 'units' ? units : buildings).nameTitle

export function wrongList(kind: RegisterKind, { table, wrong }: Imported) {
  const at = table.titles.indexOf(nameOf(kind))
  const names = new Map(table.rows.map(({ row, cells }) => [row, cells[at] ?? '']))
  return [...wrong]
    .slice(0, SHOWN_WRONG_ROWS)
    .flatMap(([row, cells]) => cells.map((cell) => ({ row, name: names.get(row) ?? '', ...cell })))
}

export const wrongWords = ({ column, value, reason }: WrongCell): string =>
  column === null
    ? reason
    : `${column}：${reason}${value && !reason.includes(`“${value}”`) ? `（填写的是“${value}”）` : ''}`

const allStreets = () => DISTRICTS.flatMap(({ name, streets }) => streets.map((street) => `${street.name}（${name}）`))

export function errorSheet({ table, wrong }: Imported) {
  const titles = table.titles.filter((title) => title !== REASON_COLUMN)
  const places = titles.map((title) => table.titles.indexOf(title))
  const columns: XlsxColumn[] = [...titles, REASON_COLUMN].map((title) => ({ title, kind: 'text' }))
  function* rows(): Generator<XlsxCell[]> {
    for (const { row, cells } of table.rows) {
      const reasons = wrong.get(row)
      if (reasons) yield [...places.map((at) => cells[at] ?? ''), reasons.map(wrongWords).join('；')]
    }
  }
  return writeXlsx({ name: '有误的行', columns, rows: rows() })
}

export async function templateSheet(db: Db, kind: RegisterKind) {
  const { columns } = kind === 'units' ? units : buildings
  const known = await readKnown(db)
  const wordsOf = ({ title, words }: Column) => (title === '街道' ? allStreets() : (words?.({}, known) ?? []))
  const lists = columns.map(wordsOf)
  const example = columns.map((column) => exampleOf(column, known))
  const titled = columns.map(({ title }) => ({ title, width: 20, kind: 'text' as const }))
  const needs = columns.map(({ optional }, at) => `${optional ? '选填' : '必填'}${lists[at]?.length ? '，可填：' : ''}`)
  const longest = Math.max(...lists.map((list) => list.length))
  const rows = Array.from({ length: longest }, (_, at) => lists.map((list) => list[at] ?? ''))
  return writeXlsx(
    { name: '导入', columns: titled, rows: [example] },
    { name: '可填的词', columns: titled, rows: [needs, ...rows] },
  )
}
