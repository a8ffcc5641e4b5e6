import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { approval as approvals } from '#contract/approval.ts'
import { buildingForm } from '#contract/building-form.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ImportResult, type RegisterKind, registerImport } from '#contract/register-import.ts'
import { creditCheck } from '#contract/unit.rules.ts'
import { recountAggregates } from '#server/evaluation/recount-aggregates.ts'
import { readSheet } from '#server/platform/files/read-sheet.ts'
import { account } from '#server/schema/account.table.ts'
import { approval } from '#server/schema/approval.table.ts'
import { audit } from '#server/schema/audit.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { change } from '#server/schema/change.table.ts'
import { dutyContact } from '#server/schema/duty-contact.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { preRegistered, PROPOSED, sendJson } from '../support/register-forms.ts'

const city = await openApi()
afterAll(() => city.close())

const codeOf = (n: number) => {
  const first = `91310000MA1FQ${String(n).padStart(4, '0')}`
  return `${first}${creditCheck(first)}`
}

type Row = Readonly<Record<string, string>>

async function get(t: TestApi, token: string, call: Endpoint, input: object): Promise<Buffer> {
  const { body } = await t.call(call, input as never, token)
  expect([body.code, body.message]).toEqual([200, '操作成功'])
  return Buffer.from(await (await t.api.request(body.data as unknown as string)).arrayBuffer())
}

async function exampleOf(t: TestApi, token: string, kind: RegisterKind): Promise<Record<string, string>> {
  const [head, example] = await readSheet(await get(t, token, registerImport.template, { kind }), 10)
  return Object.fromEntries(head!.cells.map((title, at) => [title, example!.cells[at] ?? '']))
}

const csvOf = (rows: readonly Row[]) => {
  const titles = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  return [titles, ...rows.map((row) => titles.map((title) => row[title] ?? ''))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\r\n')
}

async function send(t: TestApi, token: string, kind: RegisterKind, mode: string, file: string | Buffer) {
  t.clock.pass(60_000)
  const form = new FormData()
  form.append('kind', kind)
  form.append('mode', mode)
  form.append('file', new File([typeof file === 'string' ? file : new Uint8Array(file)], 'table.csv'))
  const answer = await t.api.request(registerImport.run.path, {
    method: 'POST',
    headers: { 'x-auth-token': token },
    body: form,
  })
  return (await answer.json()) as { code: number; message: string; errors?: object; data: ImportResult }
}

const countsOf = ({ addedNum, updatedNum, sameNum, wrongNum }: ImportResult) => [
  addedNum,
  updatedNum,
  sameNum,
  wrongNum,
]

type Wrong = readonly [column: string, value: string, reason: RegExp]

const WRONG_UNITS: readonly Wrong[] = [
  ['单位名称', '', /请输入单位名称/],
  ['单位名称', '长'.repeat(101), /./],
  ['单位名称', '有\u200b隐形字', /不可见/],
  ['注册名称', '', /请输入注册名称/],
  ['区', '', /请选择所在区域/],
  ['区', '浦西区', /没有“浦西区”，可填：黄浦区、.*浦东新区/],
  ['街道', '', /请选择所在区域/],
  ['街道', '外滩街道', /没有“外滩街道”，可填：.*静安寺街道/],
  ['详细地址', '', /请输入详细地址/],
  ['监管类别', '', /请选择监管类别/],
  ['监管类别', '重要单位', /没有“重要单位”，可填：.*重点单位/],
  ['单位类型', '写字楼', /没有“写字楼”，可填：.*办公楼/],
  ['所有制性质', '私有', /没有“私有”，可填：.*私营/],
  ['场所类型', '超级市场', /没有“超级市场”，可填：.*商场/],
  ['是否建筑管理单位', '也许', /没有“也许”，可填：.*否/],
  ['消防管辖机构', '无此大队', /没有“无此大队”，可填：.+/],
  ['法定代表人', '', /请输入法定代表人/],
  ['法定代表人电话', '12345', /请输入正确的手机号/],
  ['法定代表人电话', '', /手机号不能为空/],
  ['法定代表人身份证', '310101199002301234', /请输入正确的身份证号/],
  ['消防安全管理人电话', '021-1234', /请输入正确的手机号/],
  ['消防安全责任人身份证', '1', /请输入正确的身份证号/],
  ['统一社会信用代码', '', /统一社会信用代码/],
  ['统一社会信用代码', '91310000MA1FL0000', /统一社会信用代码/],
  ['成立日期', '昨天', /时间格式/],
  ['成立日期', '2009/2/30', /正确的成立日期/],
  ['成立日期', '2199-01-01', /时间格式|不能晚于今天/],
  ['经度', '31.23', /./],
  ['经度', '0', /本市范围/],
  ['经度', '', /同时填写/],
]

const WRONG_BUILDINGS: readonly Wrong[] = [
  ['建筑编号', '999999999', /没有此编号的建筑/],
  ['建筑名称', '', /请输入建筑名称/],
  ['建筑名称', '大厦(东)', /中文括号/],
  ['综合体名称', '', /请输入综合体名称/],
  ['区', '浦西区', /没有“浦西区”，可填：/],
  ['街道', '外滩街道', /没有“外滩街道”，可填：/],
  ['占地面积', '很大', /请输入数字/],
  ['建筑面积', '-5', /数字/],
  ['建筑面积', '10', /不应小于占地面积/],
  ['建筑高度', '9999', /核实建筑高度/],
  ['地上层数', '0', /./],
  ['地下层数', '两层', /./],
  ['使用性质', '办公', /没有“办公”，可填：办公建筑/],
  ['结构类型', '竹结构', /没有“竹结构”，可填：/],
  ['竣工年份', '3020', /核实竣工年份/],
  ['纬度', '121.4', /./],
  ['管理单位信用代码', '91310000MA1FL00009', /没有此信用代码的单位/],
]

describe('the import of units', () => {
  test('names each of thirty kinds of wrong cells with value and allowed words, and changes nothing in a check', async () => {
    await city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const example = await exampleOf(t, token, 'units')
      const rows = WRONG_UNITS.map(([column, value], at) => ({
        ...example,
        单位名称: `试${at}公司`,
        统一社会信用代码: codeOf(at),
        [column]: value,
      }))
      const good = { ...example, 单位名称: '无误公司', 统一社会信用代码: codeOf(900) }
      const before = await t.db.$count(unit)
      const { data } = await send(t, token, 'units', 'check', csvOf([...rows, good]))
      const passed = WRONG_UNITS.filter((_, at) => !data.wrong.some(({ row }) => row === at + 2))
      expect(passed).toEqual([])
      expect(countsOf(data)).toEqual([1, 0, 0, rows.length])
      WRONG_UNITS.forEach(([column, value, reason], at) => {
        const told = data.wrong.filter(({ row }) => row === at + 2)
        const cell = told.find((one) => one.column === column || (column === '纬度' && one.column === '经度'))
        expect([column, value, cell?.value, cell?.reason]).toEqual([
          column,
          value,
          value.trim(),
          expect.stringMatching(reason),
        ])
      })
      expect(await t.db.$count(unit)).toBe(before)
      expect(await t.db.select().from(audit).where(eq(audit.action, registerImport.run.id))).toEqual([])

      expect(data.errorSheet).toBeNull()
      const asked = (await send(t, token, 'units', 'errors', csvOf([...rows, good]))).data
      const file = Buffer.from(await (await t.api.request(asked.errorSheet!)).arrayBuffer())
      const sheet = await readSheet(file, 100)
      expect(sheet).toHaveLength(rows.length + 1)
      expect(sheet[0]!.cells.at(-1)).toBe('错误原因')
      expect(sheet[6]!.cells.at(-1)).toMatch(/^区：没有“浦西区”，可填：黄浦区/)
      const again = await send(t, token, 'units', 'check', file)
      expect([again.data.unknown, again.data.wrongNum]).toEqual([[], rows.length])
    })()
  })

  test(
    'adds, updates by credit code and counts unchanged rows; each unit has its audit row and contacts',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const example = await exampleOf(t, token, 'units')
      const rowOf = (at: number) => ({ ...example, 单位名称: `导${at}公司`, 统一社会信用代码: codeOf(at) })
      const first = [{ ...rowOf(1), 消防安全管理人: '管理员', 消防安全管理人电话: '13800000009' }, rowOf(2)]
      expect(countsOf((await send(t, token, 'units', 'import', csvOf(first))).data)).toEqual([2, 0, 0, 0])
      const [made] = await t.db
        .select()
        .from(unit)
        .where(eq(unit.creditCode, codeOf(1)))
      expect(made).toMatchObject({ name: '导1公司', secret: expect.stringMatching(/^k1\./) })
      expect(await t.db.select().from(dutyContact).where(eq(dutyContact.unitId, made!.id))).toMatchObject([
        { name: '管理员', phone: '13800000009' },
      ])
      const second = [first[0]!, { ...rowOf(2), 单位名称: '改名公司', 详细地址: '改址1号' }, rowOf(3), rowOf(3)]
      const { data } = await send(t, token, 'units', 'import', csvOf(second))
      expect(countsOf(data)).toEqual([1, 1, 1, 1])
      expect(data.wrong).toMatchObject([{ row: 5, column: '统一社会信用代码', reason: '与第 4 行重复' }])
      const [renamed] = await t.db
        .select()
        .from(unit)
        .where(eq(unit.creditCode, codeOf(2)))
      expect(renamed).toMatchObject({ name: '改名公司', addressDetail: '改址1号' })
      const rows = await t.db.select().from(audit).where(eq(audit.action, registerImport.run.id)).orderBy(audit.id)
      const changed = rows.find(({ detail }) => (detail['before'] as Record<string, unknown>)?.['name'] === '导2公司')
      expect(changed).toMatchObject({
        account: 'zhidui',
        objectCounties: [renamed!.county],
        detail: { unitId: renamed!.id, after: { name: '改名公司' } },
      })
      expect(rows).toHaveLength(1 + 2 + 1 + 2)
      expect(JSON.stringify(rows)).not.toContain('13800000009')
    }),
  )

  test(
    'an update to a property company changes the role of its account',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const example = await exampleOf(t, token, 'units')
      const [found] = await t.db
        .select({ id: unit.id, name: unit.name, code: unit.creditCode })
        .from(unit)
        .innerJoin(account, eq(account.unitId, unit.id))
        .where(eq(account.account, 'unit01'))
      const row = { ...example, 单位名称: found!.name, 统一社会信用代码: found!.code!, 是否建筑管理单位: '物业' }
      const { data } = await send(t, token, 'units', 'check', csvOf([row]))
      const word = /可填：([^；]*)/.exec(data.wrong[0]?.reason ?? '')?.[1]?.split('、') ?? []
      const property = word.find((one) => one.includes('物业'))!
      const done = await send(t, token, 'units', 'import', csvOf([{ ...row, 是否建筑管理单位: property }]))
      expect(countsOf(done.data)).toEqual([0, 1, 0, 0])
      const [after] = await t.db.select().from(account).where(eq(account.account, 'unit01'))
      expect(after!.role).toBe('property')
    }),
  )
})

test.each(['units', 'buildings'] as const)(
  'the template’s unchanged example row of %s is refused as such',
  async (kind) => {
    await city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const example = await exampleOf(t, token, kind)
      const { data } = await send(t, token, kind, 'check', csvOf([example]))
      expect(countsOf(data)).toEqual([0, 0, 0, 1])
      expect(data.wrong).toMatchObject([{ row: 2, reason: '这是模板的示例行，请删除或改为实际内容' }])
    })()
  },
)

describe('the import of buildings', () => {
  test(
    'names each of seventeen kinds of wrong cells with value and allowed words',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const example = await exampleOf(t, token, 'buildings')
      const rows = WRONG_BUILDINGS.map(([column, value], at) => ({
        ...example,
        建筑名称: `试${at}大厦`,
        [column]: value,
      }))
      const { data } = await send(t, token, 'buildings', 'check', csvOf(rows))
      expect(countsOf(data)).toEqual([0, 0, 0, rows.length])
      WRONG_BUILDINGS.forEach(([column, value, reason], at) => {
        const told = data.wrong.filter(({ row }) => row === at + 2)
        const cell = told.find((one) => one.column === column || (column === '纬度' && one.column === '经度'))
        expect([column, value, cell?.reason]).toEqual([column, value, expect.stringMatching(reason)])
      })
    }),
  )

  test(
    'adds, ties to the unit, and updates by number or by street and name; figures and changes follow',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const example = await exampleOf(t, token, 'buildings')
      const [owner] = await t.db
        .select({ id: unit.id, code: unit.creditCode })
        .from(unit)
        .innerJoin(account, eq(account.unitId, unit.id))
        .where(eq(account.account, 'unit01'))
      const row = { ...example, 建筑名称: '导入大厦', 管理单位信用代码: owner!.code! }
      const done = await send(t, token, 'buildings', 'import', csvOf([row, { ...row, 建筑名称: '导入二号楼' }]))
      expect(countsOf(done.data)).toEqual([2, 0, 0, 0])
      const [made] = await t.db.select().from(building).where(eq(building.name, '导入大厦'))
      expect(made).toMatchObject({ registered: true, buildingType: null, area: 30_000 })
      const tie = await t.db.select().from(buildingUnit).where(eq(buildingUnit.buildingId, made!.id))
      expect(tie).toMatchObject([{ unitId: owner!.id, kind: 'bound' }])
      const scoped = await t.db.select().from(change).where(eq(change.buildingId, made!.id))
      expect(scoped).toMatchObject([{ kind: 'scope', unitId: owner!.id, county: made!.county }])
      const same = await send(t, token, 'buildings', 'import', csvOf([row]))
      expect(countsOf(same.data)).toEqual([0, 0, 1, 0])
      const named = { ...row, 建筑编号: String(made!.id), 建筑名称: '改名大厦', 建筑高度: '90' }
      expect(countsOf((await send(t, token, 'buildings', 'import', csvOf([named]))).data)).toEqual([0, 1, 0, 0])
      const [renamed] = await t.db.select().from(building).where(eq(building.id, made!.id))
      expect(renamed).toMatchObject({ name: '改名大厦', height: 90, appKey: made!.appKey })
      const other = await send(t, token, 'buildings', 'import', csvOf([{ ...named, 建筑名称: '导入二号楼' }]))
      expect(other.data.wrong).toMatchObject([{ column: '建筑名称', reason: '该街道已有同名建筑' }])
      const rows = await t.db
        .select()
        .from(audit)
        .where(sql`detail @> ${JSON.stringify({ buildingId: made!.id })}::jsonb`)
      expect(rows).toHaveLength(2)
    }),
  )

  test(
    'gives a building whose claim was refused to another unit, with a new key',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const example = await exampleOf(t, token, 'buildings')
      const [owner] = await t.db
        .select({ id: unit.id, code: unit.creditCode })
        .from(unit)
        .innerJoin(account, eq(account.unitId, unit.id))
        .where(eq(account.account, 'unit01'))
      const id = await preRegistered(t)
      expect((await sendJson(t, buildingForm.bind, { ...PROPOSED, id }, await t.signIn('wuye01'))).code).toBe(200)
      const named = { 建筑编号: String(id), 建筑名称: '移交大厦', 管理单位信用代码: owner!.code! }
      const row = csvOf([{ ...example, ...named }])
      expect((await send(t, token, 'buildings', 'import', row)).data.wrong).toMatchObject([
        { column: '管理单位信用代码', reason: '该建筑有绑定申请正在审批，请先审批' },
      ])
      const [asked] = await t.db.select().from(approval).where(eq(approval.buildingId, id))
      const refusal = { approveId: asked!.id, refuseReason: '权属不符' }
      expect((await t.call(approvals.refuse, refusal, token)).body.code).toBe(200)
      expect(countsOf((await send(t, token, 'buildings', 'import', row)).data)).toEqual([0, 1, 0, 0])
      const [given] = await t.db.select().from(building).where(eq(building.id, id))
      expect(given).toMatchObject({ name: '移交大厦', approveStatus: null, refuseReason: null })
      expect(given!.appKey).not.toBe('k'.repeat(32))
      expect(await t.db.select().from(buildingUnit).where(eq(buildingUnit.buildingId, id))).toMatchObject([
        { unitId: owner!.id, kind: 'bound', confirmed: true },
      ])
    }),
  )

  test(
    'registers an added building that its unit left before the approval',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const example = await exampleOf(t, token, 'buildings')
      const id = await preRegistered(t, { registered: false })
      const row = { ...example, 建筑编号: String(id), 建筑名称: '留存大厦', 管理单位信用代码: '' }
      expect(countsOf((await send(t, token, 'buildings', 'import', csvOf([row]))).data)).toEqual([0, 1, 0, 0])
      const [kept] = await t.db.select().from(building).where(eq(building.id, id))
      expect(kept).toMatchObject({ name: '留存大厦', registered: true, registeredAt: t.clock.now() })
      expect(await recountAggregates(t.db)).toBe(0)
    }),
  )

  test(
    'refuses rows of one file that give several buildings of a street the same name',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const example = await exampleOf(t, token, 'buildings')
      const [one, other] = [await preRegistered(t), await preRegistered(t, { id: 900_002, name: '预登记二号楼' })]
      const rows = [String(one), String(other), ''].map((id) => ({ ...example, 建筑编号: id, 建筑名称: '同名大厦' }))
      const { data } = await send(t, token, 'buildings', 'check', csvOf(rows))
      expect(countsOf(data)).toEqual([0, 1, 0, 2])
      expect(data.wrong).toMatchObject([3, 4].map((row) => ({ row, column: '建筑名称', reason: '与第 2 行重复' })))
    }),
  )

  test('only the city level imports; a table that is none is refused at the file', async () => {
    await city.undone(async (t) => {
      for (const other of ['zongdui', 'jingan', 'unit01'])
        expect((await send(t, await t.signIn(other), 'units', 'check', 'a')).code).toBe(403)
      const token = await t.signIn('zhidui')
      expect(await send(t, token, 'units', 'check', '')).toMatchObject({ code: 400, errors: { file: '文件是空的' } })
      expect(await send(t, token, 'units', 'check', '单位名称\n甲')).toMatchObject({
        code: 400,
        message: expect.stringMatching(/^表头缺少：注册名称、/),
      })
      expect((await send(t, token, 'nothing' as never, 'check', 'a')).code).toBe(400)
    })()
  })
})
