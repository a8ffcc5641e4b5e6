import { createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { creditCheck } from '#contract/unit.rules.ts'
import { account } from '#server/account/account.table.ts'
import { audit } from '#server/audit/audit.table.ts'
import { building } from '#server/building/building.table.ts'
import { readSheet } from '#server/files/read-sheet.ts'
import { writeXlsx } from '#server/files/xlsx-writer.ts'
import { createSecrets } from '#server/secrets.ts'
import { unit } from '#server/unit/unit.table.ts'
import { deskOn } from '../support/admin-desk.ts'
import { openApi } from '../support/api-context.ts'
import { openTestDb } from '../support/open-test-db.ts'

const folder = mkdtempSync(join(tmpdir(), 'fire-admin-'))
const opened = await openTestDb()
const { db } = opened
const admin = await deskOn(opened)
afterAll(async () => {
  await opened.close()
  rmSync(folder, { recursive: true, force: true })
})

const passwordIn = (said: readonly string[]) => /密码 (\S+?)（/.exec(said.join('\n'))?.[1] ?? ''
const newest = async () => {
  const [row] = await db
    .select()
    .from(audit)
    .orderBy(sql`id desc`)
    .limit(1)
  return row
}

/** A sheet of the template's columns; each row overrides the example's cells by title. */
async function sheet(kind: 'units' | 'buildings', rows: readonly Record<string, string>[]): Promise<string> {
  const made = join(folder, `${kind}-template.xlsx`)
  await admin('template', kind, made)
  const [head, example] = await readSheet(await readFile(made), 10)
  const titles = head?.cells ?? []
  const file = join(folder, `${kind}-${rows.length}.xlsx`)
  const cells = rows.map((row) => titles.map((title, at) => row[title] ?? example?.cells[at] ?? ''))
  await pipeline(
    writeXlsx({ name: '导入', columns: titles.map((title) => ({ title, kind: 'text' })), rows: cells }),
    createWriteStream(file),
  )
  return file
}

describe.sequential('an installation begun at the console', () => {
  test('has its organs', async () => {
    await admin('create-organ', '上海市消防救援总队', '--level', '1')
    await admin('create-organ', '示例支队', '--level', '2', '--parent', '上海市消防救援总队')
    await admin('create-organ', '静安区消防救援支队', '--level', '3', '--parent', '示例支队', '--county', '静安区')
    expect((await admin('organs')).map((line) => line.split('\t').slice(1).join(' '))).toEqual([
      '上海市消防救援总队 总队 ',
      '示例支队 支队 ',
      '静安区消防救援支队 区（大队） 310106',
    ])
    await expect(
      admin('create-organ', '又一区', '--level', '3', '--parent', '示例支队', '--county', '无此区'),
    ).rejects.toThrow('没有这个区：无此区')
    await expect(admin('create-organ', '示例支队', '--level', '2', '--parent', '上海市消防救援总队')).rejects.toThrow(
      '已有消防机构',
    )
    await expect(admin('create-organ', '倒挂', '--level', '2', '--parent', '静安区消防救援支队')).rejects.toThrow(
      '级别不高于',
    )
  })

  test('has an account for them, whose password is told once and never kept', async () => {
    const said = await admin('create-account', 'jingan01', '--organ', '静安区消防救援支队', '--name', '李四')
    const password = passwordIn(said)
    expect(password).toHaveLength(12)
    const [row] = await db.select().from(account).where(eq(account.account, 'jingan01'))
    expect(row).toMatchObject({ role: 'government', name: '李四', mustChangePassword: true, status: 0 })
    expect(row?.passwordHash).not.toContain(password)
    const told = await newest()
    expect(told).toMatchObject({ action: 'admin.createAccount', address: 'console', accountId: null })
    expect(JSON.stringify(told)).not.toContain(password)
    await expect(admin('create-account', 'jingan01', '--organ', '静安区消防救援支队')).rejects.toThrow('该账号已被使用')
    await expect(admin('create-account', 'x', '--organ', '静安区消防救援支队')).rejects.toThrow('账号为 4-32 位')
    await expect(admin('create-account', 'nobody01')).rejects.toThrow('三选一')
  })

  const codeOf = (n: number) => {
    const first = `91310000MA1FL00${String(n).padStart(2, '0')}`
    return `${first}${creditCheck(first)}`
  }

  test('takes its units in, all or none, and says what is wrong in which row', async () => {
    const rows = [
      { 单位名称: '甲公司', 统一社会信用代码: codeOf(1) },
      { 单位名称: '', 统一社会信用代码: codeOf(2), 街道: '无此街道' },
      { 单位名称: '丙公司', 统一社会信用代码: codeOf(3), 法定代表人电话: '123' },
    ]
    const file = await sheet('units', rows)
    const said: string[] = []
    const failed = await admin('import-units', file).catch((error: Error) => error.message)
    expect(failed).toMatch('2 行有误，未导入任何单位')
    expect(await db.$count(unit)).toBe(0)
    said.push(...(await admin('import-units', file, '--skip-errors')))
    expect(said).toEqual([
      expect.stringMatching(/^第 3 行 单位名称：请输入单位名称；街道：请选择所在区域$/),
      '第 4 行 法定代表人电话：请输入正确的手机号',
      '已导入 1 家单位，跳过 2 行',
    ])
    const [row] = await db.select().from(unit)
    expect(row).toMatchObject({ name: '甲公司', county: '310106', type: 1, creditCode: codeOf(1) })
    expect(await newest()).toMatchObject({ action: 'admin.importUnits' })
    await expect(admin('import-units', await sheet('units', [rows[0] ?? {}]))).rejects.toThrow('1 行有误')
  })

  test('takes its buildings in: pre-registered, or bound to the unit that answers for it', async () => {
    const rows = [
      { 建筑名称: '无主大厦' },
      { 建筑名称: '甲大厦', 管理单位信用代码: codeOf(1) },
      { 建筑名称: '甲大厦' },
      { 建筑名称: '错大厦', 使用性质: '不知道', 管理单位信用代码: codeOf(9) },
    ]
    const said = await admin('import-buildings', await sheet('buildings', rows), '--skip-errors')
    expect(said.slice(0, 2)).toEqual([
      '第 4 行 建筑名称：该街道已有同名建筑',
      expect.stringMatching(/^第 5 行 使用性质/),
    ])
    expect(said.at(-1)).toBe('已导入 2 栋建筑，跳过 2 行')
    const { rows: stand } = await db.execute<{ name: string; kind: string | null }>(
      sql`select b.name, u.kind from building b left join building_unit u on u.building_id = b.id order by b.id`,
    )
    expect(stand).toEqual([
      { name: '无主大厦', kind: null },
      { name: '甲大厦', kind: 'bound' },
    ])
    expect(await db.$count(building)).toBe(2)
  })

  test('gives the unit its account, works its buildings out, and takes the account away', async () => {
    const [first] = await db.select({ id: unit.id }).from(unit)
    const said = await admin('create-account', 'jia01', '--unit', String(first?.id))
    expect(passwordIn(said)).toHaveLength(12)
    expect(await admin('rescore')).toEqual(['已重新计算 2 栋建筑的接入、问题与评分'])
    expect(passwordIn(await admin('reset-password', 'jia01'))).not.toBe(passwordIn(said))
    await admin('disable-account', 'jia01')
    const [row] = await db.select().from(account).where(eq(account.account, 'jia01'))
    expect(row).toMatchObject({ role: 'unit', status: 1 })
    await expect(admin('reset-password', 'nobody')).rejects.toThrow('没有账号 nobody')
  })
})

test('a command or an option that is not there is answered with those that are', async () => {
  await expect(admin('create-acount', 'x')).rejects.toThrow(/没有命令 create-acount[\s\S]*create-account <账号>/)
  await expect(admin('organs', '--all')).rejects.toThrow(/--all/)
  await expect(admin('import-units', join(folder, 'none.xlsx'))).rejects.toThrow('找不到文件')
  expect(existsSync(join(folder, 'none.xlsx'))).toBe(false)
})

test('in the running city: a provider’s key is renewed, an item is taken back and published in an officer’s name', async () => {
  const city = await openApi()
  try {
    await city.undone(async (t) => {
      const desk = await deskOn({ ...opened, db: t.db, pool: opened.pool })
      const [id] = (await desk('providers'))[0]?.split('\t') ?? []
      const before = await desk('provider-keys', id ?? '')
      const after = await desk('provider-keys', id ?? '', '--renew')
      expect(after[1]?.split('\n')).not.toEqual(before[0]?.split('\n'))
      const sealed = async () =>
        (await t.db.execute<{ secret: string }>(sql`select secret from provider where id = ${Number(id)}`)).rows
      const kept = await sealed()
      const elsewhere = await deskOn({ ...opened, db: t.db }, undefined, createSecrets('ab'.repeat(32)))
      await expect(elsewhere('provider-keys', id ?? '', '--renew')).rejects.toThrow(/与服务相同的 SECRET_KEY/)
      expect(await sealed()).toEqual(kept)
      expect((await elsewhere('provider-keys', id ?? '', '--renew', '--force')).join()).toMatch(/原密钥已失效/)
      expect(await sealed()).not.toEqual(kept)
      const { rows } = await t.db.execute<{ id: string }>(
        sql`select id from information where state = 1 order by id limit 1`,
      )
      const item = rows[0]?.id ?? ''
      await expect(desk('withdraw', '0', item)).rejects.toThrow('缺少 --as')
      await expect(desk('withdraw', '0', item, '--as', 'unit01')).rejects.toThrow('没有名为“unit01”的消防机构账号')
    })
  } finally {
    await city.close()
  }
})
