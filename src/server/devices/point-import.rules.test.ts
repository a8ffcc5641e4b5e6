import { describe, expect, test } from 'vitest'
import { SheetError, type SheetRow } from '../platform/files/sheet-row.ts'
import { POINT_COLUMNS, type PointColumn } from './point-columns.ts'
import { type ImportedPoint, planImport } from './point-import.rules.ts'

const WORDS: Readonly<Record<PointColumn, string>> = {
  deviceNo: 'D1',
  pointNumber: 'P1',
  deviceName: '探测器',
  system: '火灾自动报警系统',
  api: '火警信息',
  deviceType: '42',
  floor: '3F',
  zone: '东区',
  descript: '走廊',
}
const KNOWN: ImportedPoint = {
  id: 5,
  deviceNo: 'D1',
  deviceName: '探测器',
  systemId: 1,
  apiId: 1,
  deviceType: 42,
  floor: '3F',
  zone: '东区',
  descript: '走廊',
}
const PLACES = { floor: '3F', zone: '东区', descript: '走廊' }

type Row = Partial<Record<PointColumn, string>>
function plan(rows: readonly Row[], known: readonly ImportedPoint[] = [], left: readonly PointColumn[] = []) {
  const columns = POINT_COLUMNS.filter(({ key }) => !left.includes(key))
  const header: SheetRow = { row: 1, cells: columns.map(({ title }) => title), formula: false }
  const body = rows.map((words, at) => ({
    row: at + 2,
    cells: columns.map(({ key }) => ({ ...WORDS, ...words })[key]),
    formula: false,
  }))
  return planImport([header, ...body], new Map(known.map((point) => ['P1', point])))
}
const errorOf = (words: Row, known: readonly ImportedPoint[] = []) => plan([words], known).errors['第 2 行']

describe('a table as a whole', () => {
  test('is rejected without the required columns', () => {
    expect(() => plan([{}], [], ['deviceNo', 'api', 'zone'])).toThrow(new SheetError('缺少列：设备编号、监测项'))
    expect(() => planImport([], new Map())).toThrow(/^缺少列：设备编号、点位编号、/)
  })

  test('may have the headings of older templates', () => {
    const titles = POINT_COLUMNS.map((column) => ('formerly' in column ? column.formerly : column.title))
    const rows = [titles, POINT_COLUMNS.map(({ key }) => WORDS[key])]
    const sheet = rows.map((cells, at) => ({ row: at + 1, cells, formula: false }))
    expect(planImport(sheet, new Map([['P1', KNOWN]])).same).toBe(1)
  })

  test('is rejected without a non-empty row', () => {
    const blank = Object.fromEntries(POINT_COLUMNS.map(({ key }) => [key, '']))
    expect(() => plan([blank])).toThrow(new SheetError('表格中没有点位'))
    expect(() => plan([])).toThrow(new SheetError('表格中没有点位'))
    expect(plan([{}, blank]).errors['第 3 行']).toMatch(/^设备编号不能为空；点位编号不能为空；/)
  })

  test('may have its columns in any order', () => {
    const columns = POINT_COLUMNS.toReversed()
    const rows = [columns.map(({ title }) => title), columns.map(({ key }) => WORDS[key])]
    const sheet = rows.map((cells, at) => ({ row: at + 1, cells, formula: false }))
    expect(planImport(sheet, new Map([['P1', KNOWN]])).same).toBe(1)
  })

  test('may end its rows before the last columns', () => {
    const header = { row: 1, cells: POINT_COLUMNS.map(({ title }) => title), formula: false }
    const cells = POINT_COLUMNS.flatMap(({ key, must }) => (must ? [WORDS[key]] : []))
    const { added } = planImport([header, { row: 2, cells, formula: false }], new Map())
    expect(added).toMatchObject([{ floor: null, zone: null, descript: null }])
  })
})

describe('a new point', () => {
  test.each([
    ['system', '消防系统'],
    ['api', '监测项'],
    ['deviceType', '设备类型'],
  ])('may have a %s of 64 characters', (column, title) => {
    expect(errorOf({ [column]: '甲'.repeat(64) })).toContain('甲')
    expect(errorOf({ [column]: '甲'.repeat(65) })).toBe(`${title}最多 64 个字`)
  })

  test('is added with the codes of its texts', () => {
    const { id: _, ...point } = KNOWN
    expect(plan([{}, { pointNumber: 'P2', floor: '', deviceType: '点型光电感烟火灾探测器' }])).toEqual({
      added: [
        { ...point, pointNumber: 'P1', apiType: 1 },
        { ...point, pointNumber: 'P2', apiType: 1, floor: null },
      ],
      changed: [],
      same: 0,
      errors: {},
    })
  })

  test.each<[PointColumn, number, string]>([
    ['deviceNo', 64, '设备编号'],
    ['pointNumber', 64, '点位编号'],
    ['deviceName', 64, '设备名称'],
    ['floor', 32, '楼层'],
    ['zone', 64, '部位'],
    ['descript', 200, '描述'],
  ])('may have a %s of %i characters', (column, most, title) => {
    expect(errorOf({ [column]: '甲'.repeat(most) })).toBeUndefined()
    expect(errorOf({ [column]: '甲'.repeat(most + 1) })).toBe(`${title}最多 ${most} 个字`)
  })

  test.each<[PointColumn, string]>([
    ['deviceNo', '设备编号'],
    ['pointNumber', '点位编号'],
    ['deviceName', '设备名称'],
    ['system', '消防系统'],
    ['api', '监测项'],
    ['deviceType', '设备类型'],
  ])('needs a %s', (column, title) => {
    expect(errorOf({ [column]: '' })).toBe(`${title}不能为空`)
  })

  test.each<[string, Row, string | undefined]>([
    ['an unknown system', { system: '甲' }, '消防系统“甲”不存在'],
    ['an item of another system', { api: '液位信息' }, '火灾自动报警系统没有监测项“液位信息”'],
    ['an unknown device type', { deviceType: '甲' }, '设备类型“甲”不存在'],
    ['a device type of six digits', { deviceType: '123456' }, '设备类型“123456”不存在'],
    ['a device type with digits in it', { deviceType: 'x1' }, '设备类型“x1”不存在'],
    ['a device type that begins with digits', { deviceType: '1x' }, '设备类型“1x”不存在'],
    ['a device type of five digits', { deviceType: '12345' }, undefined],
    [
      'a device that cannot report the item',
      { api: '火灾报警控制器状态' },
      '设备类型“点型光电感烟火灾探测器”不能上报“火灾报警控制器状态”',
    ],
    ['two faults', { deviceNo: '', floor: '甲'.repeat(33) }, '设备编号不能为空；楼层最多 32 个字'],
  ])('is validated: %s', (_, words, error) => {
    expect(errorOf(words)).toBe(error)
  })

  test('is rejected for a formula in its row', () => {
    const header = { row: 1, cells: POINT_COLUMNS.map(({ title }) => title), formula: false }
    const cells = POINT_COLUMNS.map(({ key }) => WORDS[key])
    expect(planImport([header, { row: 2, cells, formula: true }], new Map()).errors).toEqual({
      '第 2 行': '含有公式，请粘贴为数值',
    })
  })
})

test('a missing column is not validated', () => {
  expect(plan([{ pointNumber: '甲'.repeat(65) }], [], ['floor']).errors['第 2 行']).toBe('点位编号最多 64 个字')
})

test('a repeated number reports the row of its first occurrence, an empty one does not', () => {
  expect(plan([{}, {}, {}]).errors).toEqual({
    '第 3 行': '点位编号与第 2 行重复',
    '第 4 行': '点位编号与第 2 行重复',
  })
  expect(plan([{ pointNumber: '' }, { pointNumber: '' }]).errors['第 3 行']).toBe('点位编号不能为空')
})

describe('a known point', () => {
  test('that is unchanged is counted', () => {
    expect(plan([{}], [KNOWN])).toEqual({ added: [], changed: [], same: 1, errors: {} })
  })

  test.each(['floor', 'zone', 'descript'] as const)('may change its %s', (column) => {
    expect(plan([{ [column]: '新' }], [KNOWN]).changed).toEqual([{ id: 5, ...PLACES, [column]: '新' }])
    expect(plan([{ [column]: '' }], [KNOWN]).changed).toEqual([{ id: 5, ...PLACES, [column]: null }])
    expect(plan([{ [column]: '新' }], [KNOWN], [column])).toMatchObject({ changed: [], same: 1 })
    expect(plan([{}], [{ ...KNOWN, [column]: null }], [column])).toMatchObject({ changed: [], same: 1 })
    expect(plan([{}], [], [column]).added).toMatchObject([{ ...PLACES, [column]: null }])
  })

  test.each<[string, Partial<ImportedPoint>]>([
    ['设备编号', { deviceNo: 'D2' }],
    ['设备名称', { deviceName: '手报' }],
    ['消防系统', { systemId: 2 }],
    ['监测项', { apiId: 2 }],
    ['设备类型', { deviceType: 43 }],
    ['设备编号、设备类型', { deviceNo: 'D2', deviceType: 43 }],
  ])('keeps its %s', (names, other) => {
    expect(errorOf({}, [{ ...KNOWN, ...other }])).toBe(`点位已存在，不能修改${names}`)
  })

  test('is not checked for a device that fits its item', () => {
    expect(plan([{ api: '火灾报警控制器状态' }], [{ ...KNOWN, apiId: 63 }])).toMatchObject({ same: 1, errors: {} })
  })
})
