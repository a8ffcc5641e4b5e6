import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { creditCheck } from '#contract/unit.rules.ts'
import { account } from '#server/schema/account.table.ts'
import { USAGE } from '#server/operations/find-command.ts'
import { presentAudit } from '#server/reporting/present-audit.ts'
import { audit } from '#server/schema/audit.table.ts'
import { building } from '#server/schema/building.table.ts'
import { readSheet } from '#server/platform/files/read-sheet.ts'
import { writeXlsx } from '#server/platform/files/xlsx-writer.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { provider } from '#server/schema/provider.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { deskOn, OPERATOR } from '../support/admin-desk.ts'
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

let sheets = 0

/** Each row overrides cells of the example by title. */
async function sheet(
  kind: 'units' | 'buildings',
  rows: readonly Record<string, string | number>[],
  others: readonly string[] = [],
): Promise<string> {
  const made = join(folder, `${kind}-template-${++sheets}.xlsx`)
  await admin('template', kind, made)
  const [head, example] = await readSheet(await readFile(made), 10)
  const titles = [...(head?.cells ?? []), ...others]
  const file = join(folder, `${kind}-${sheets}.xlsx`)
  const cells = rows.map((row) => titles.map((title, at) => row[title] ?? example?.cells[at] ?? ''))
  await pipeline(
    writeXlsx({ name: '导入', columns: titles.map((title) => ({ title })), rows: cells }),
    createWriteStream(file),
  )
  return file
}

describe.sequential('an installation set up from the console', () => {
  test('has its authorities', async () => {
    await admin('create-organ', '上海市消防救援总队', '--level', '1')
    await admin('create-organ', '示例支队', '--level', '2', '--parent', '上海市消防救援总队')
    await admin('create-organ', '静安区消防救援支队', '--level', '3', '--parent', '示例支队', '--county', '静安区')
    expect((await admin('organs')).map((line) => line.split('\t').slice(1).join(' '))).toEqual([
      '上海市消防救援总队 国家局 ',
      '示例支队 总队 ',
      '静安区消防救援支队 区支队 310106',
    ])
    await expect(
      admin('create-organ', '又一区', '--level', '3', '--parent', '示例支队', '--county', '无此区'),
    ).rejects.toThrow('没有该区：无此区')
    await expect(admin('create-organ', '示例支队', '--level', '2', '--parent', '上海市消防救援总队')).rejects.toThrow(
      '已有消防救援机构',
    )
    await expect(admin('create-organ', '倒挂', '--level', '2', '--parent', '静安区消防救援支队')).rejects.toThrow(
      '级别不高于',
    )
  })

  test('has accounts for them; each password is shown once and never stored', async () => {
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

  test('imports units all or none, and reports each error with its row', async () => {
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
      expect.stringMatching(/^第 3 行 街道：没有“无此街道”，可填：.*静安寺街道.*；单位名称：请输入单位名称$/),
      '第 4 行 法定代表人电话：请输入正确的手机号（填写的是“123”）',
      '已导入 1 家单位：新增 1，更新 0，未变 0，有误 2 行',
    ])
    const [row] = await db.select().from(unit)
    expect(row).toMatchObject({ name: '甲公司', county: '310106', type: 1, creditCode: codeOf(1) })
    expect(await newest()).toMatchObject({ action: 'admin.importUnits' })
    expect(await admin('import-units', await sheet('units', [rows[0] ?? {}]))).toEqual([
      '已导入 0 家单位：新增 0，更新 0，未变 1，有误 0 行',
    ])
  })

  test('imports buildings, pre-registered or bound to the responsible unit', async () => {
    const rows = [
      { 建筑名称: '无主大厦' },
      { 建筑名称: '甲大厦', 管理单位信用代码: codeOf(1) },
      { 建筑名称: '甲大厦' },
      { 建筑名称: '错大厦', 使用性质: '不知道', 管理单位信用代码: codeOf(9) },
    ]
    const said = await admin('import-buildings', await sheet('buildings', rows), '--skip-errors')
    expect(said.slice(0, 2)).toEqual([
      '第 4 行 建筑名称：与第 3 行重复（填写的是“甲大厦”）',
      expect.stringMatching(/^第 5 行 使用性质：没有“不知道”，可填：办公建筑、/),
    ])
    expect(said.at(-1)).toBe('已导入 2 栋建筑：新增 2，更新 0，未变 0，有误 2 行')
    const { rows: stand } = await db.execute<{ name: string; kind: string | null }>(
      sql`select b.name, u.kind from building b left join building_unit u on u.building_id = b.id order by b.id`,
    )
    expect(stand).toEqual([
      { name: '无主大厦', kind: null },
      { name: '甲大厦', kind: 'bound' },
    ])
    expect(await db.$count(building)).toBe(2)
  })

  test('reports the column, value and expected form of each invalid cell, and imports no row', async () => {
    const cases: readonly [Record<string, string>, RegExp][] = [
      [{ 经度: '31.23', 纬度: '121.45' }, /经度：经度与纬度填反了/],
      [{ 经度: '0', 纬度: '0' }, /经度：坐标不在本市范围内（填写的是“0”）/],
      [{ 经度: '121.45', 纬度: '' }, /经度：经度和纬度须同时填写/],
      [{ 建筑高度: '9999' }, /建筑高度：请核实建筑高度（填写的是“9999”）/],
      [{ 建筑面积: '10', 占地面积: '1000' }, /建筑面积：建筑面积不应小于占地面积（填写的是“10”）/],
      [{ 区: '无此区' }, /^第 \d+ 行 区：没有“无此区”，可填：黄浦区、[^；]*$/],
      [{ 街道: '无此街道' }, /^第 \d+ 行 街道：没有“无此街道”，可填：[^；]*静安寺街道[^；]*$/],
      [{ 结构类型: '竹结构' }, /结构类型：没有“竹结构”，可填：木结构、/],
      [{ 详细地址: '' }, /^第 \d+ 行 详细地址：[^；]*$/],
      [{ 建筑名称: '上海\u200b大厦' }, /建筑名称：不能含有换行或不可见字符/],
    ]
    const rows = cases.map(([row], at) => ({ 建筑名称: `不实大厦${at}`, ...row }))
    const before = await db.$count(building)
    const said = await admin('import-buildings', await sheet('buildings', rows), '--skip-errors')
    expect(said).toHaveLength(cases.length + 1)
    cases.forEach(([, told], at) => expect(said[at]).toMatch(told))
    expect(await db.$count(building)).toBe(before)
  })

  test('reads dates as people and spreadsheets write them, and rejects numbers that lost their last digits', async () => {
    const days = ['2009-5-1', '2009/5/1', '2009年5月1日', '39934', 39_934.5]
    const rows = days.map((day, at) => ({ 单位名称: `日${at}公司`, 统一社会信用代码: codeOf(20 + at), 成立日期: day }))
    await admin('import-units', await sheet('units', rows))
    const { rows: stand } = await db.execute<{ day: string }>(
      sql`select distinct (founded_at at time zone 'Asia/Shanghai')::text as day from unit where name like '日_公司'`,
    )
    expect(stand).toEqual([{ day: '2009-05-01 00:00:00' }])
    const wrong = [{ 成立日期: '2009/2/30' }, { 成立日期: '昨天' }, { 统一社会信用代码: 913_100_001_322_168_000 }]
    await expect(
      admin('import-units', await sheet('units', wrong), '--skip-errors').then((said) => said.slice(0, 3)),
    ).resolves.toEqual([
      '第 2 行 成立日期：请选择正确的成立日期（填写的是“2009/2/30”）',
      '第 3 行 成立日期：时间格式应为 yyyy-MM-dd HH:mm:ss（填写的是“昨天”）',
      expect.stringMatching(/^第 4 行 统一社会信用代码：请输入正确的统一社会信用代码（填写的是“9/),
    ])
  })

  test('an existing file for the invalid rows is refused before any row is imported', async () => {
    const rows = [{ 单位名称: '#N/A' }, { 单位名称: '丙公司', 统一社会信用代码: codeOf(40) }]
    const file = await sheet('units', rows)
    const before = await db.$count(unit)
    await expect(admin('import-units', file, '--skip-errors', '--errors', file)).rejects.toThrow('已有文件')
    expect(await db.$count(unit)).toBe(before)
  })

  test('invalid rows that cannot be written do not hide the count of the imported ones', async () => {
    const rows = [{ 单位名称: '#N/A' }, { 单位名称: '丁公司', 统一社会信用代码: codeOf(41) }]
    const said: string[] = []
    const desk = await deskOn(opened, undefined, undefined, undefined, (line) => void said.push(line))
    const errors = ['--errors', join(folder, 'none', 'e.xlsx')]
    await expect(desk('import-units', await sheet('units', rows), '--skip-errors', ...errors)).rejects.toThrow('ENOENT')
    expect(said.at(-1)).toBe('已导入 1 家单位：新增 1，更新 0，未变 0，有误 1 行')
  })

  test('rejects results of failed formulas and reports every unknown column', async () => {
    const [lost, ours] = [
      { 单位名称: '#N/A', 统一社会信用代码: codeOf(30) },
      { 单位名称: '乙公司', 统一社会信用代码: codeOf(31), 法人身份证: '1' },
    ]
    expect(await admin('import-units', await sheet('units', [lost, ours], ['法人身份证']), '--skip-errors')).toEqual([
      '未识别、不导入的列：法人身份证',
      '第 2 行 含有错误值 #N/A，请改正',
      '已导入 1 家单位：新增 1，更新 0，未变 0，有误 1 行',
    ])
    await expect(admin('import-units', await sheet('units', [ours], ['单位名称']))).rejects.toThrow(
      '表头重复：单位名称',
    )
  })

  test('creates the unit’s account, evaluates its buildings, and removes the account', async () => {
    const [first] = await db.select({ id: unit.id }).from(unit)
    await expect(admin('create-account', 'jia01', '--unit', codeOf(99))).rejects.toThrow('没有信用代码为')
    await expect(admin('create-account', 'jia01', '--unit', '999999')).rejects.toThrow('没有编号为 999999 的单位')
    const said = await admin('create-account', 'jia01', '--unit', codeOf(1).toLowerCase())
    expect(passwordIn(said)).toHaveLength(12)
    const [owner] = await db.select({ unitId: account.unitId }).from(account).where(eq(account.account, 'jia01'))
    expect(owner?.unitId).toBe(first?.id)
    expect(await admin('rescore')).toEqual(['已重新计算 2 栋建筑的接入、问题与评分'])
    expect(passwordIn(await admin('reset-password', 'jia01'))).not.toBe(passwordIn(said))
    await admin('disable-account', 'jia01')
    const [row] = await db.select().from(account).where(eq(account.account, 'jia01'))
    expect(row).toMatchObject({ role: 'unit', status: 1 })
    await expect(admin('reset-password', 'nobody')).rejects.toThrow('没有账号 nobody')
  })

  test('adds a provider whose keys are shown once, binds a building to it, suspends and resumes it', async () => {
    const contact = ['--contact', '李四', '--phone', '13800000002']
    const said = (await admin('add-provider', '申城智慧消防', ...contact, '--account', 'shencheng')).join('\n')
    const [added] = await db.select().from(provider)
    expect(added).toMatchObject({ name: '申城智慧消防', status: 1, linkMan: '李四' })
    expect(said).toContain(`appKey ${added!.appKey}`)
    expect(JSON.stringify([added, await newest()])).not.toContain(/secret (\w{32})/.exec(said)![1])
    await expect(admin('add-provider', '申城智慧消防', ...contact)).rejects.toThrow('已有同名的服务商')
    await expect(admin('add-provider', '另一家', '--phone', '1')).rejects.toThrow('联系人')
    const [own] = await db.select().from(building).limit(1)
    await admin('bind-building', String(own!.id), '--provider', String(added!.id))
    const boundTo = async () => (await db.select().from(building).where(eq(building.id, own!.id)))[0]?.providerId
    expect(await boundTo()).toBe(added!.id)
    expect(await newest()).toMatchObject({ action: 'admin.bindBuilding' })
    await admin('add-provider', '另一家', ...contact)
    const [other] = await db.select().from(provider).where(eq(provider.name, '另一家'))
    await expect(admin('bind-building', own!.appKey, '--provider', String(other!.id))).rejects.toThrow(
      '已绑定其他服务商',
    )
    await expect(admin('bind-building', '999999', '--provider', String(other!.id))).rejects.toThrow('没有编号为 999999')
    await admin('suspend-provider', String(added!.id), '--reason', '整改')
    await expect(admin('suspend-provider', String(added!.id), '--reason', '整改')).rejects.toThrow('未暂停')
    await admin('resume-provider', String(added!.id))
    expect(await newest()).toMatchObject({ action: 'admin.resumeProvider' })
    const limit = (...networks: string[]) => admin('limit-networks', String(added!.id), ...networks)
    for (const wrong of ['10.1.0.0', '10.1.0.0/33', '1.2/8', 'x/8'])
      await expect(limit('--networks', wrong)).rejects.toThrow('不是网段')
    await limit('--networks', '10.1.0.0/16,fd00::/8')
    const networks = async () => (await db.select().from(provider).where(eq(provider.id, added!.id)))[0]?.networks
    expect(await networks()).toEqual(['10.1.0.0/16', 'fd00::/8'])
    expect(await newest()).toMatchObject({ action: 'admin.limitNetworks' })
    await limit()
    expect(await networks()).toEqual([])
    expect(await boundTo()).toBe(added!.id)
  })
})

test('every audit row of the console names the operator and the object', async () => {
  const rows = await presentAudit(
    db,
    (await db.select().from(audit)).map((row) => ({ ...row, name: null })),
  )
  const done = new Set(rows.map(({ action }) => action))
  expect([...done].toSorted()).toEqual([
    'admin.addProvider',
    'admin.bindBuilding',
    'admin.createAccount',
    'admin.createOrgan',
    'admin.disableAccount',
    'admin.importBuildings',
    'admin.importUnits',
    'admin.limitNetworks',
    'admin.rescore',
    'admin.resetPassword',
    'admin.resumeProvider',
    'admin.suspendProvider',
  ])
  expect(rows.filter(({ operator }) => operator !== OPERATOR)).toEqual([])
  const raw = rows.flatMap(({ changes }) => changes.filter(({ field }) => /^[a-zA-Z]+$/.test(field)))
  expect(raw).toEqual([])
  const isSummary = ({ changes }: (typeof rows)[number]) => changes.some(({ field }) => field === '条数')
  expect(rows.filter((row) => row.action !== 'admin.rescore' && row.objects.length === 0 && !isSummary(row))).toEqual(
    [],
  )
  const organ = rows.find(({ objects }) => objects.some(({ name }) => name === '静安区消防救援支队'))
  expect(organ).toMatchObject({ action: 'admin.createOrgan', objects: [{ kind: '消防救援机构' }] })
  expect(organ?.changes).toEqual(
    expect.arrayContaining([
      { field: '机构级别', before: null, after: '3 级' },
      { field: '上级机构', before: null, after: '示例支队' },
      { field: '区', before: null, after: '静安区' },
    ]),
  )
})

test('the help of publishing lists the numbers of its columns', () => {
  expect(USAGE).toMatch(
    /publish <栏目>[^\n]*\n[^\n]*0 通知公告，1 技术标准，2 法律法规，3 常见问题，4 门户通知，5 消息通知/,
  )
})

test('an extra argument is rejected and nothing is done', async () => {
  await admin('create-account', 'twice01', '--organ', '示例支队')
  await expect(admin('disable-account', 'twice01', 'jingan01')).rejects.toThrow('多余的参数：jingan01')
  const [row] = await db.select({ status: account.status }).from(account).where(eq(account.account, 'twice01'))
  expect(row).toEqual({ status: 0 })
})

test('a template does not overwrite an existing sheet', async () => {
  const file = join(folder, 'filled.xlsx')
  writeFileSync(file, 'a week of work')
  await expect(admin('template', 'units', file)).rejects.toThrow('已有文件')
  expect(readFileSync(file, 'utf8')).toBe('a week of work')
  await expect(admin('template', 'units', join(folder, 'none', 'a.xlsx'))).rejects.toThrow('无法写入')
})

test('an unreadable sheet is rejected with its file type', async () => {
  const locked = join(folder, 'locked.xlsx')
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  writeFileSync(locked, Buffer.concat([ole, Buffer.alloc(504), Buffer.from('EncryptedPackage', 'utf16le')]))
  await expect(admin('import-units', locked)).rejects.toThrow('文件已加密')
  writeFileSync(locked, Buffer.concat([ole, Buffer.alloc(504)]))
  await expect(admin('import-units', locked)).rejects.toThrow('不支持 xls 格式')
  await expect(admin('import-units', folder)).rejects.toThrow('不是文件')
})

test('an unknown command or option is answered with the known ones', async () => {
  await expect(admin('create-acount', 'x')).rejects.toThrow(/没有命令 create-acount[\s\S]*create-account <账号>/)
  await expect(admin('organs', '--all')).rejects.toThrow(/--all/)
  await expect(admin('import-units', join(folder, 'none.xlsx'))).rejects.toThrow('找不到文件')
  expect(existsSync(join(folder, 'none.xlsx'))).toBe(false)
})

test('in the demo city a provider’s key is renewed, and an item is withdrawn and published under an official’s name', async () => {
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
      await expect(desk('withdraw', '0', item, '--as', 'unit01')).rejects.toThrow('没有名为“unit01”的消防救援机构账号')
    })()
  } finally {
    await city.close()
  }
})
