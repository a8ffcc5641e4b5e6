import { createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { readSheet } from '../platform/files/read-sheet.ts'
import { isBlank, SheetError, type SheetRow } from '../platform/files/sheet-row.ts'
import { writeXlsx } from '../platform/files/xlsx-writer.ts'
import type { Context } from '../platform/implement.ts'
import { saveManagedUnit } from '../registry/save-managed-unit.ts'
import { type Command, type Given, need } from './command.ts'
import { type CliContext, CommandError } from './cli-context.ts'
import { enterBuilding } from './enter-building.ts'
import { BUILDING_COLUMNS, type Column, type ReadRow, readRow, UNIT_COLUMNS } from './import-columns.ts'

const MOST_ROWS = 20_000
const TOLD_ROWS = 200
const MOST_BYTES = 64 * 1024 * 1024

class Undo extends Error {}

type Enter = (ctx: Context<Session>, fields: Record<string, string>) => Promise<unknown>

interface Register {
  readonly word: string
  readonly columns: readonly Column[]
  readonly example: readonly string[]
  readonly enter: Enter
}

const columnIn = (columns: readonly Column[], field: string) =>
  columns.find(
    (column) => field.split('.').at(-1) === column.field || column.also?.includes(field.split('.').at(-1) ?? ''),
  )

const NO_WORDS = { said: {}, wrong: {} }

function wrongIn(error: unknown, columns: readonly Column[], { said, wrong }: Pick<ReadRow, 'said' | 'wrong'>): string {
  if (!(error instanceof AppError)) throw error
  const told = new Map(Object.entries(wrong))
  for (const [field, text] of Object.entries(error.fields ?? {})) {
    const title = columnIn(columns, field)?.title ?? field
    const found = said[title] ?? ''
    // An unknown district makes every street invalid.
    if (told.has(title) || (title === '街道' && told.has('区'))) continue
    told.set(title, found === '' ? text : `${text}（填写的是“${found}”）`)
  }
  if (told.size === 0) return error.message
  return [...told].map(([title, text]) => `${title}：${text}`).join('；')
}

async function readBytes(file: string): Promise<Buffer> {
  const found = await stat(file).catch(() => null)
  if (!found) throw new CommandError(`找不到文件 ${file}`)
  if (!found.isFile()) throw new CommandError(`${file} 不是文件`)
  if (found.size > MOST_BYTES) throw new CommandError('文件过大，请拆分后导入')
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`无法读取文件 ${file}（${error.code}）`)
  })
}

/** A misspelt optional column would be skipped. */
async function readRows(
  file: string,
  { columns }: Register,
  say: (line: string) => void,
): Promise<{ titles: readonly string[]; rows: SheetRow[] }> {
  const bytes = await readBytes(file)
  const rows = await readSheet(bytes, MOST_ROWS + 1).catch((error: unknown) => {
    throw error instanceof SheetError ? new CommandError(error.message) : error
  })
  const [head, ...rest] = rows
  const titles = (head?.cells ?? []).map((cell) => columns.find(({ formerly }) => formerly === cell)?.title ?? cell)
  const missing = columns.filter(({ title, optional }) => !optional && !titles.includes(title))
  if (missing.length > 0)
    throw new CommandError(`表头缺少：${missing.map(({ title }) => title).join('、')}（可用 template 命令生成模板）`)
  const twice = titles.filter((title, at) => title !== '' && titles.indexOf(title) !== at)
  if (twice.length > 0) throw new CommandError(`表头重复：${[...new Set(twice)].join('、')}`)
  const unknown = titles.filter((title) => title !== '' && !columns.some((column) => column.title === title))
  if (unknown.length > 0) say(`未识别、不导入的列：${unknown.join('、')}`)
  return { titles, rows: rest.filter((row) => !isBlank(row)) }
}

/** All rows or none; `--skip-errors` imports the valid ones. */
async function importRows(desk: CliContext, command: string, register: Register, given: Given): Promise<void> {
  const { titles, rows } = await readRows(need(given, 0, '表格文件'), register, desk.say)
  if (rows.length === 0) throw new CommandError('表格中没有数据行')
  const skip = given.options['skip-errors'] === true
  const errors: string[] = []
  let entered = 0
  await desk.deps.db
    .transaction(async (tx) => {
      const outer = desk.context(command)
      for (const row of rows) {
        const ctx = desk.contextIn(tx, outer, command)
        let read: Pick<ReadRow, 'said' | 'wrong'> = NO_WORDS
        try {
          const { fields, ...words } = await readRow(tx, register.columns, titles, row)
          read = words
          await register.enter(ctx, fields)
          entered += 1
        } catch (error) {
          errors.push(`第 ${row.row} 行 ${wrongIn(error, register.columns, read)}`)
        }
      }
      if (errors.length > 0 && !skip) throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  for (const line of errors.slice(0, TOLD_ROWS)) desk.say(line)
  if (errors.length > TOLD_ROWS) desk.say(`……另有 ${errors.length - TOLD_ROWS} 行`)
  if (errors.length > 0 && !skip)
    throw new CommandError(
      `${errors.length} 行有误，未导入任何${register.word.slice(1)}；改正后重试，或加 --skip-errors 只导入无误的行`,
    )
  desk.say(`已导入 ${entered} ${register.word}${errors.length > 0 ? `，跳过 ${errors.length} 行` : ''}`)
}

const units: Register = {
  word: '家单位',
  columns: UNIT_COLUMNS,
  example: UNIT_COLUMNS.map(({ example }) => example),
  enter: (ctx, fields) => saveManagedUnit(ctx, fields, []),
}
const buildings: Register = {
  word: '栋建筑',
  columns: BUILDING_COLUMNS,
  example: BUILDING_COLUMNS.map(({ example }) => example),
  enter: enterBuilding,
}
const REGISTERS: Readonly<Record<string, Register>> = { units, buildings }

async function template(desk: CliContext, given: Given): Promise<void> {
  const register = REGISTERS[need(given, 0, '模板种类（units 或 buildings）')]
  if (!register) throw new CommandError('模板种类应为 units 或 buildings')
  const file = need(given, 1, '文件名')
  if (!file.endsWith('.xlsx')) throw new CommandError('文件名应以 .xlsx 结尾')
  const columns = register.columns.map(({ title }) => ({ title, width: 20, kind: 'text' as const }))
  // `wx`: it may have been filled in.
  await pipeline(
    writeXlsx({ name: '导入', columns, rows: [register.example] }),
    createWriteStream(file, { flags: 'wx' }),
  ).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'EEXIST' ? `已有文件 ${file}，请换一个文件名` : `无法写入 ${file}（${error.code}）`,
    )
  })
  desk.say(`已生成 ${file}；第二行为示例，导入前请删除`)
}

const importing = (register: Register, command: string): Command => ({
  usage: '<表格.xlsx> [--skip-errors]',
  says: `导入${register.word.slice(1)}；有一行出错即全部不导入，除非 --skip-errors`,
  flags: ['skip-errors'],
  run: (desk, given) => importRows(desk, command, register, given),
})

export const importCommands: Record<string, Command> = {
  'import-units': importing(units, 'importUnits'),
  'import-buildings': importing(buildings, 'importBuildings'),
  template: { usage: 'units|buildings <文件.xlsx>', says: '生成导入模板', leavesVersion: true, run: template },
}
