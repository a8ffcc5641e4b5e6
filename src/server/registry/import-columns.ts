import { buildingManager } from '#contract/dict/building-manager.ts'
import { supervisionCategory } from '#contract/dict/supervision-category.ts'
import type { Dict } from '#contract/dict/define-dict.ts'
import { AppError } from '../platform/app-error.ts'
import { OWNERSHIPS, UNIT_KINDS } from '#contract/unit-words.ts'
import { PLACE_TYPES, STRUCTURES, USE_NATURES } from '../reference/entries.ts'
import { DISTRICTS } from '../reference/regions.ts'
import type { SheetRow } from '../platform/files/sheet-row.ts'

/** Read once for a whole sheet. */
export interface Known {
  /** Level-3 organs: name or number to id; names that several have are left out. */
  readonly brigades: ReadonlyMap<string, number>
  readonly brigadeNames: readonly string[]
}

export interface Column {
  readonly title: string
  readonly field: string
  readonly example: string
  readonly optional?: true
  readonly own?: (known: Known) => string | undefined
  /** Headings of older templates. */
  readonly formerly?: string
  /** May depend on the row (streets). */
  readonly words?: (row: Readonly<Record<string, string>>, known: Known) => readonly string[]
  /** Their errors are shown here too. */
  readonly also?: readonly string[]
  /** An unreadable cell must fail validation. */
  readonly read?: (cell: string, row: Readonly<Record<string, string>>, known: Known) => string
}

const ofDict = (dict: Dict) => ({ read: codeIn(dict), words: () => dict.codes.map((code) => dict.label(code)) })
const ofEntries = (entries: readonly { code: string; name: string }[]) => ({
  read: numbered(entries),
  words: () => entries.map(({ name }) => name),
})
const ofWords = (words: readonly string[]) => ({ words: () => words })

const codeIn = (dict: Dict) => (cell: string) => dict.codes.find((code) => dict.label(code) === cell) ?? cell
const numbered = (entries: readonly { code: string; name: string }[]) => (cell: string) =>
  entries.find(({ name }) => name === cell)?.code ?? cell

const district = (cell: string) => DISTRICTS.find(({ code, name }) => code === cell || name === cell)
const street = (cell: string, row: Readonly<Record<string, string>>) =>
  district(row['区'] ?? '')?.streets.find(({ code, name }) => code === cell || name === cell)?.code ?? ''

const brigade = {
  read: (cell, _row, { brigades }) => String(brigades.get(cell) ?? ''),
  words: (_row, { brigadeNames }) => brigadeNames,
} satisfies Pick<Column, 'read' | 'words'>

const DAY_MS = 24 * 3_600_000
/** Epoch of spreadsheet day numbers (correct from 1900-03-01). */
const DAY_ZERO = Date.UTC(1899, 11, 30)

/** As `yyyy-MM-dd 00:00:00`; also Excel's formats or serial number. */
function moment(cell: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(cell) ?? []
  if (day) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} 00:00:00`
  if (!/^\d{5}(\.\d+)?$/.test(cell)) return cell
  return `${new Date(DAY_ZERO + Math.floor(Number(cell)) * DAY_MS).toISOString().slice(0, 10)} 00:00:00`
}

const FAULT = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/

const column = (
  title: string,
  field: string,
  example: string,
  how: Pick<Column, 'read' | 'words' | 'also' | 'formerly'> = {},
) => ({
  title,
  field,
  example,
  ...how,
})
const optional = (title: string, field: string, formerly?: string, example = ''): Column => ({
  ...column(title, field, example),
  optional: true,
  ...(formerly !== undefined && { formerly }),
})

const exampleDistrict = () => district('静安区') ?? DISTRICTS[0]

const AREA: readonly Column[] = [
  {
    ...column('区', 'county', '静安区', {
      read: (cell) => district(cell)?.code ?? '',
      words: () => DISTRICTS.map(({ name }) => name),
    }),
    own: () => exampleDistrict()?.name,
  },
  {
    ...column('街道', 'streetNo', '静安寺街道', {
      read: street,
      words: (row) => district(row['区'] ?? '')?.streets.map(({ name }) => name) ?? [],
      also: ['jdxx', 'areaData'],
    }),
    own: () => (district('静安区') ? '静安寺街道' : exampleDistrict()?.streets[0]?.name),
  },
]

export const UNIT_COLUMNS: readonly Column[] = [
  column('单位名称', 'name', '示例商业管理有限公司'),
  column('注册名称', 'regName', '示例商业管理有限公司'),
  ...AREA,
  optional('门牌号', 'houseNumber', undefined, '100号'),
  column('详细地址', 'addressDetail', '南京西路100号', { also: ['address'] }),
  column('监管类别', 'type', '重点单位', ofDict(supervisionCategory)),
  column('单位类型', 'dwxz', '办公楼', ofWords(UNIT_KINDS)),
  column('所有制性质', 'nature', '私营', ofWords(OWNERSHIPS)),
  column('场所类型', 'placeType', '商场', ofWords(PLACE_TYPES.map(({ name }) => name))),
  column('是否建筑管理单位', 'isBuildingManager', '否', ofDict(buildingManager)),
  {
    ...column('消防管辖机构', 'sysOrganId', '静安区消防救援支队', brigade),
    own: ({ brigadeNames }) => brigadeNames[0],
  },
  column('法定代表人', 'legalName', '张三'),
  column('法定代表人电话', 'legalPhone', '13800000000'),
  optional('法定代表人身份证', 'legalIdCard'),
  optional('消防安全管理人', 'safeManagerName'),
  optional('消防安全管理人电话', 'safeManagerPhone', '管理人电话'),
  optional('消防安全管理人身份证', 'safeManagerIdCard', '管理人身份证'),
  optional('消防安全责任人', 'safeDutyName'),
  optional('消防安全责任人电话', 'safeDutyPhone', '责任人电话'),
  optional('消防安全责任人身份证', 'safeDutyIdCard', '责任人身份证'),
  optional('物业单位', 'propertyUnit'),
  optional('物业联系人', 'propertyPerson'),
  optional('物业电话', 'propertyPhone'),
  optional('维保单位', 'maintenanceUnit'),
  optional('维保联系人', 'maintenancePerson'),
  optional('维保电话', 'maintenancePhone'),
  column('统一社会信用代码', 'dwLicense', '91310000MA1FL00001'),
  column('成立日期', 'buildTime', '2010-05-01', { read: moment, formerly: '成立时间' }),
  optional('经度', 'gisX', undefined, '121.45'),
  optional('纬度', 'gisY', undefined, '31.23'),
]

export const BUILDING_COLUMNS: readonly Column[] = [
  optional('建筑编号', 'id'),
  column('建筑名称', 'name', '示例大厦'),
  column('综合体名称', 'complexName', '示例广场'),
  ...AREA,
  column('详细地址', 'addressDetail', '南京西路100号', { also: ['address'] }),
  column('占地面积', 'floorSpace', '2000'),
  column('建筑面积', 'area', '30000'),
  column('建筑高度', 'height', '80'),
  column('地上层数', 'upperLevel', '20'),
  column('地下层数', 'underLevel', '2'),
  column('使用性质', 'natureId', USE_NATURES[0]?.name ?? '', ofEntries(USE_NATURES)),
  column('结构类型', 'constructId', '钢筋混凝土结构', ofEntries(STRUCTURES)),
  column('竣工年份', 'buildingYear', '2008', { formerly: '建筑年份' }),
  optional('经度', 'gisX', undefined, '121.45'),
  optional('纬度', 'gisY', undefined, '31.23'),
  optional('管理单位信用代码', 'creditCode'),
]

export const exampleOf = ({ own, example }: Column, known: Known): string => own?.(known) ?? example

const EXAMPLE_ROW = '这是模板的示例行，请删除或改为实际内容'

export interface ReadRow {
  readonly fields: Record<string, string>
  readonly said: Readonly<Record<string, string>>
  readonly wrong: Readonly<Record<string, string>>
}

/** @throws AppError 400 for a formula or error value */
export function readRow(
  known: Known,
  columns: readonly Column[],
  titles: readonly string[],
  { cells, formula }: SheetRow,
): ReadRow {
  if (formula) throw new AppError(400, '含有公式，请改为数值')
  const fault = cells.find((cell) => FAULT.test(cell))
  if (fault) throw new AppError(400, `含有错误值 ${fault}，请改正`)
  const said = Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? '']))
  if (columns.every(({ title, example, own }) => own || (said[title] ?? example) === example))
    throw new AppError(400, EXAMPLE_ROW)
  const fields: Record<string, string> = {}
  const wrong: Record<string, string> = {}
  for (const { title, field, read, words, optional: mayLack } of columns) {
    const cell = said[title] ?? ''
    const value = read && cell !== '' ? read(cell, said, known) : cell
    const allowed = words?.(said, known) ?? []
    // Form validation rejects unknown codes.
    const isWord = cell !== '' && !/^\d+$/.test(cell)
    if (isWord && allowed.length > 0 && !allowed.includes(cell))
      wrong[title] = `没有“${cell}”，可填：${allowed.join('、')}`
    // Required fields are passed even if empty, so that form validation reports them.
    if (value !== '' || !mayLack) fields[field] = value
  }
  fields['jdxx'] = said['街道'] ?? ''
  return { fields, said, wrong }
}
