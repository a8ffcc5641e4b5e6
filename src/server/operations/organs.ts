import { findOrgansBy, listOrgans, type Organ } from '../identity/organ.store.ts'
import { organ } from '../schema/organ.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import { DISTRICTS } from '../reference/regions.ts'
import { type Command, type Given, need, needOption } from './command.ts'
import { type CliContext, CommandError } from './cli-context.ts'

const LEVELS: Readonly<Record<string, string>> = { 1: '国家局', 2: '总队', 3: '区支队' }

export async function needOrgan(db: Db, word: string): Promise<Organ> {
  const found = await findOrgansBy(db, word)
  if (found.length > 1)
    throw new CommandError(`有多个名为“${word}”的消防救援机构，请改用编号：${found.map(({ id }) => id).join('、')}`)
  if (!found[0]) throw new CommandError(`没有消防救援机构“${word}”；npm run admin -- organs 列出全部`)
  return found[0]
}

function needDistrict(word: string): string {
  const found = DISTRICTS.find(({ code, name }) => code === word || name === word)
  if (!found) throw new CommandError(`没有该区：${word}`)
  return found.code
}

async function createOrgan(desk: CliContext, given: Given): Promise<void> {
  const { db } = desk.deps
  const name = need(given, 0, '机构名称')
  const level = needOption(given, 'level', '1 国家局，2 总队，3 区支队')
  if (!(level in LEVELS)) throw new CommandError('--level 应为 1、2 或 3')
  const county = level === '3' ? needDistrict(needOption(given, 'county', '所辖的区')) : null
  const { parent } = given.options
  // A city without a 总队 in the platform begins at level 2.
  if (level === '3' && typeof parent !== 'string') throw new CommandError('缺少 --parent（上级机构）')
  const above = typeof parent === 'string' ? await needOrgan(db, parent) : null
  if (above && above.level >= Number(level)) throw new CommandError(`上级机构“${above.name}”的级别不高于本机构`)
  if ((await findOrgansBy(db, name)).some((one) => one.name === name))
    throw new CommandError(`已有消防救援机构“${name}”`)
  const row = { name, level: Number(level), parentId: above?.id ?? null, county }
  const id = await desk.context('createOrgan').write(async (tx) => {
    const [added] = await tx.insert(organ).values(row).returning({ id: organ.id })
    const { parentId: _, ...after } = row
    return { value: added?.id, audit: { organId: added?.id, after: { ...after, parent: above?.name ?? null } } }
  })
  desk.say(`已创建消防救援机构 ${name}，编号 ${id}`)
}

async function showOrgans({ deps, say }: CliContext): Promise<void> {
  const all = await listOrgans(deps.db)
  for (const { id, name, level, county } of all) say([id, name, LEVELS[level] ?? level, county ?? ''].join('\t'))
  if (all.length === 0) say('暂无消防救援机构')
}

export const organCommands: Record<string, Command> = {
  organs: { usage: '', says: '列出消防救援机构', run: showOrgans },
  'create-organ': {
    usage: '<名称> --level <1|2|3> [--parent <上级>] [--county <区>]',
    says: '创建消防救援机构',
    options: ['level', 'parent', 'county'],
    run: createOrgan,
  },
}
