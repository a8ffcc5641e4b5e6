import { createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RegisterKind } from '#contract/register-import.ts'
import { AppError } from '../platform/app-error.ts'
import { errorSheet, importRegister, templateSheet, wrongWords } from '../registry/import-register.ts'
import { nationTree } from '../reference/nation.ts'
import { type Command, type Given, need, needOption } from './command.ts'
import { type CliContext, CommandError } from './cli-context.ts'

const TOLD_ROWS = 200
const MOST_BYTES = 64 * 1024 * 1024

const WORDS: Readonly<Record<RegisterKind, string>> = { units: '家单位', buildings: '栋建筑' }
const isKind = (word: string): word is RegisterKind => Object.hasOwn(WORDS, word)

async function readBytes(file: string): Promise<Buffer> {
  const found = await stat(file).catch(() => null)
  if (!found) throw new CommandError(`找不到文件 ${file}`)
  if (!found.isFile()) throw new CommandError(`${file} 不是文件`)
  if (found.size > MOST_BYTES) throw new CommandError('文件过大，请拆分后导入')
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`无法读取文件 ${file}（${error.code}）`)
  })
}

/** It may have been filled in. */
async function needNew(file: string, kind = '.xlsx'): Promise<void> {
  if (!file.endsWith(kind)) throw new CommandError(`文件名应以 ${kind} 结尾`)
  if (await stat(file).catch(() => null)) throw new CommandError(`已有文件 ${file}，请换一个文件名`)
}

async function writeNew(file: string, content: Readable, kind = '.xlsx'): Promise<void> {
  await needNew(file, kind)
  await pipeline(content, createWriteStream(file, { flags: 'wx' })).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`无法写入 ${file}（${error.code}）`)
  })
}

/** All rows or none; `--skip-errors` imports the valid ones. */
async function importFile(desk: CliContext, command: string, kind: RegisterKind, given: Given): Promise<void> {
  const { options } = given
  const bytes = await readBytes(need(given, 0, '表格文件'))
  const { errors } = options
  if (typeof errors === 'string') await needNew(errors)
  const isTrial = options['dry-run'] === true
  const mode = isTrial ? 'check' : options['skip-errors'] === true ? 'valid' : 'all'
  const done = await importRegister(desk.context(command), kind, bytes, mode).catch((error: unknown) => {
    throw error instanceof AppError ? new CommandError(error.message) : error
  })
  const { table, added, updated, same, wrong } = done
  if (table.unknown.length > 0) desk.say(`未识别、不导入的列：${table.unknown.join('、')}`)
  for (const [row, cells] of [...wrong].slice(0, TOLD_ROWS))
    desk.say(`第 ${row} 行 ${cells.map(wrongWords).join('；')}`)
  if (wrong.size > TOLD_ROWS) desk.say(`……另有 ${wrong.size - TOLD_ROWS} 行`)
  const word = WORDS[kind]
  const counts = `新增 ${added}，更新 ${updated}，未变 ${same}，有误 ${wrong.size} 行`
  const isRefused = mode === 'all' && wrong.size > 0
  if (isTrial) desk.say(`检查完毕，未作改动：${counts}`)
  else if (!isRefused) desk.say(`已导入 ${added + updated} ${word}：${counts}`)
  if (wrong.size > 0 && typeof errors === 'string') {
    await writeNew(errors, errorSheet(done))
    desk.say(`有误的行已写入 ${errors}`)
  }
  if (isRefused)
    throw new CommandError(
      `${wrong.size} 行有误，未导入任何${word.slice(1)}；改正后重试，或加 --skip-errors 只导入无误的行`,
    )
}

async function template(desk: CliContext, given: Given): Promise<void> {
  const kind = need(given, 0, '模板种类（units、buildings 或 city）')
  const file = need(given, 1, '文件名')
  if (kind === 'city') return cityTemplate(desk, file, needOption(given, 'city', '城市名称'))
  if (!isKind(kind)) throw new CommandError('模板种类应为 units、buildings 或 city')
  await writeNew(file, await templateSheet(desk.deps.db, kind))
  desk.say(`已生成 ${file}；第二行为示例，导入前请删除；各列可填的词在第二张表`)
}

async function cityTemplate(desk: CliContext, file: string, name: string): Promise<void> {
  const found = nationTree()
    .flatMap(({ value, label, children }) => [
      ...children,
      { label, value: `${value.slice(0, 2)}0100`, children: children.flatMap((city) => city.children) },
    ])
    .find(({ label }) => label === name)
  const districts = (found?.children ?? []).filter(({ value }) => /^\d{6}$/.test(value))
  if (!found || districts.length === 0) throw new CommandError(`没有城市“${name}”，请填写全称，如 杭州市`)
  const city = {
    code: found.value,
    name,
    districts: districts.map(({ value, label }) => ({
      code: value,
      name: label,
      streets: [{ code: `${value}001`, name: '' }],
    })),
  }
  await writeNew(file, Readable.from([`${JSON.stringify(city, null, 2)}\n`]), '.json')
  desk.say(`已生成 ${file}：填写各区的街道（九位代码和名称）后，服务和命令都设置 CITY_FILE=${file}`)
}

const importing = (kind: RegisterKind, command: string): Command => ({
  usage: '<表格.xlsx> [--dry-run] [--skip-errors] [--errors <有误的行.xlsx>]',
  says: `导入${WORDS[kind].slice(1)}，已有的更新；有一行出错即全部不导入，除非 --skip-errors；--dry-run 只检查`,
  flags: ['skip-errors', 'dry-run'],
  options: ['errors'],
  needsKey: true,
  run: (desk, given) => importFile(desk, command, kind, given),
})

export const importCommands: Record<string, Command> = {
  'import-units': importing('units', 'importUnits'),
  'import-buildings': importing('buildings', 'importBuildings'),
  template: {
    usage: 'units|buildings|city <文件> [--city <城市>]',
    says: '生成导入模板；city 为该城市的区划文件（上海市以外的城市）',
    options: ['city'],
    run: template,
  },
}
