import * as v from 'valibot'
import { text } from '#contract/fields.ts'
import { deviceFault } from '../reference/device-fits.ts'
import { DEVICE_TYPES } from '../reference/device-types.ts'
import { SYSTEMS } from '../reference/systems.ts'
import { isBlank, SheetError, type SheetRow } from '../platform/files/sheet-row.ts'
import { POINT_COLUMNS, type PointColumn } from './point-columns.ts'

export interface ImportedPoint {
  readonly id: number
  readonly deviceNo: string
  readonly deviceName: string
  readonly systemId: number
  readonly apiId: number
  readonly deviceType: number
  readonly floor: string | null
  readonly zone: string | null
  readonly descript: string | null
}

export interface NewPoint extends Omit<ImportedPoint, 'id'> {
  readonly pointNumber: string
  readonly apiType: number
}

export interface ImportPlan {
  readonly added: readonly NewPoint[]
  readonly changed: readonly Pick<ImportedPoint, 'id' | 'floor' | 'zone' | 'descript'>[]
  readonly same: number
  readonly errors: Readonly<Record<string, string>>
}

type Cells = Readonly<Record<PointColumn, string>>

const needed = (name: string, max: number) =>
  v.pipe(text(max, `${name}最多 ${max} 个字`), v.nonEmpty(`${name}不能为空`))
const free = (name: string, max: number) => text(max, `${name}最多 ${max} 个字`)

const cellRules: Readonly<Record<PointColumn, v.GenericSchema<string, string>>> = {
  deviceNo: needed('设备编号', 64),
  pointNumber: needed('点位编号', 64),
  deviceName: needed('设备名称', 64),
  system: needed('消防系统', 64),
  api: needed('监测项', 64),
  deviceType: needed('设备类型', 64),
  floor: free('楼层', 32),
  zone: free('部位', 64),
  descript: free('描述', 200),
}

const TYPE_CODES = new Map(Object.entries(DEVICE_TYPES).map(([code, name]) => [name, Number(code)]))

function typeCode(word: string): number | undefined {
  return TYPE_CODES.get(word) ?? (/^\d{1,5}$/.test(word) ? Number(word) : undefined)
}

/** @throws SheetError if a required column is missing */
function placesOf(header: SheetRow | undefined): Map<PointColumn, number> {
  const places = new Map<PointColumn, number>()
  for (const { key, title, ...column } of POINT_COLUMNS) {
    const titles: string[] = 'formerly' in column ? [title, column.formerly] : [title]
    const at = header?.cells.findIndex((cell) => titles.includes(cell)) ?? -1
    if (at >= 0) places.set(key, at)
  }
  const missing = POINT_COLUMNS.filter(({ key, must }) => must && !places.has(key))
  if (missing.length > 0) throw new SheetError(`缺少列：${missing.map(({ title }) => title).join('、')}`)
  return places
}

function formFaults(row: SheetRow, cells: Cells): string[] {
  const faults = POINT_COLUMNS.flatMap(({ key }) => {
    const { issues } = v.safeParse(cellRules[key], cells[key])
    return issues ? [issues[0].message] : []
  })
  return row.formula ? ['含有公式，请粘贴为数值', ...faults] : faults
}

function codesOf({ system, api, deviceType }: Cells) {
  const ofSystem = SYSTEMS.find(({ name }) => name === system)
  const ofApi = ofSystem?.apis.find(({ name }) => name === api)
  const type = typeCode(deviceType)
  if (!ofSystem) return `消防系统“${system}”不存在`
  if (!ofApi) return `${system}没有监测项“${api}”`
  if (type === undefined) return `设备类型“${deviceType}”不存在`
  return { systemId: ofSystem.id, apiId: ofApi.id, apiType: ofApi.type, deviceType: type }
}

function fixedFault(point: NewPoint, known: ImportedPoint): string | null {
  const fixed = [
    ['设备编号', point.deviceNo !== known.deviceNo],
    ['设备名称', point.deviceName !== known.deviceName],
    ['消防系统', point.systemId !== known.systemId],
    ['监测项', point.apiId !== known.apiId],
    ['设备类型', point.deviceType !== known.deviceType],
  ] as const
  const wrong = fixed.filter(([, differs]) => differs).map(([name]) => name)
  return wrong.length > 0 ? `点位已存在，不能修改${wrong.join('、')}` : null
}

const differs = (point: NewPoint, known: ImportedPoint) =>
  point.floor !== known.floor || point.zone !== known.zone || point.descript !== known.descript

/** Changes floor, zone and descript only. @param rows header first */
export function planImport(rows: readonly SheetRow[], known: ReadonlyMap<string, ImportedPoint>): ImportPlan {
  const [header, ...body] = rows
  const places = placesOf(header)
  if (body.every(isBlank)) throw new SheetError('表格中没有点位')
  const added: NewPoint[] = []
  const changed: ImportPlan['changed'][number][] = []
  const errors: Record<string, string> = {}
  const seen = new Map<string, number>()
  let same = 0
  for (const row of body) {
    const cell = (key: PointColumn) => row.cells[places.get(key) ?? -1] ?? ''
    const cells = Object.fromEntries(POINT_COLUMNS.map(({ key }) => [key, cell(key)])) as Cells
    const faults = formFaults(row, cells)
    const earlier = seen.get(cells.pointNumber)
    if (earlier !== undefined && cells.pointNumber !== '') faults.push(`点位编号与第 ${earlier} 行重复`)
    seen.set(cells.pointNumber, earlier ?? row.row)
    const codes = faults.length === 0 ? codesOf(cells) : ''
    if (typeof codes === 'string') {
      errors[`第 ${row.row} 行`] = [...faults, codes].filter(Boolean).join('；')
      continue
    }
    const old = known.get(cells.pointNumber)
    const kept = (key: 'floor' | 'zone' | 'descript') => (places.has(key) ? cells[key] || null : (old?.[key] ?? null))
    const { deviceNo, pointNumber, deviceName } = cells
    const editable = { floor: kept('floor'), zone: kept('zone'), descript: kept('descript') }
    const point = { deviceNo, pointNumber, deviceName, ...codes, ...editable }
    const fault = old ? fixedFault(point, old) : deviceFault(point.deviceType, point.apiId)
    if (fault !== null) errors[`第 ${row.row} 行`] = fault
    else if (!old) added.push(point)
    else if (differs(point, old)) changed.push({ id: old.id, ...editable })
    else same += 1
  }
  return { added, changed, same, errors }
}
