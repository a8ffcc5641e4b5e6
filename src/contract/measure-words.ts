import {
  alarmFlag,
  faultFlag,
  limitStatus,
  manualAutomatic,
  powerSupply,
  preheating,
  shortCircuit,
  startStop,
} from './dict/measure-states.ts'
import type { Dict, Tone } from './dict/define-dict.ts'
import { MEASURES, type Measure, type TimelyData } from './record.ts'

interface Words {
  readonly label: string
  /** Of a figure. */
  readonly unit?: string
  /** Of a state; a value beyond the last code is shown as the last code. */
  readonly dict?: Dict
}

/** Source: document 2, sections 3 and 4. */
export const MEASURE_WORDS: Readonly<Record<Measure, Words>> = {
  pressure: { label: '压力', unit: 'MPa' },
  level: { label: '液位', unit: 'm' },
  temperature: { label: '温度', unit: '℃' },
  waterTemperature: { label: '水温', unit: '℃' },
  current: { label: '电流', unit: 'A' },
  voltage: { label: '电压', unit: 'V' },
  residualCurrent: { label: '剩余电流', unit: 'mA' },
  concentration: { label: '浓度', unit: '%LEL' },
  flow: { label: '流量', unit: 'L/s' },
  airVolume: { label: '风量', unit: 'm³/min' },
  airSpeed: { label: '风速', unit: 'm/s' },
  eventCount: { label: '事件数', unit: '件' },
  seconds: { label: '时长', unit: 's' },
  power: { label: '电量', unit: '%' },
  signals: { label: '信号', unit: '' },
  alarmStatus: { label: '报警状态', dict: limitStatus },
  manualAutomaticState: { label: '手自动', dict: manualAutomatic },
  powerState: { label: '电源', dict: powerSupply },
  startStopStatus: { label: '启停', dict: startStop },
  runningState: { label: '运行状态', dict: faultFlag },
  faultStatus: { label: '故障状态', dict: faultFlag },
  workStatus: { label: '工作状态', dict: faultFlag },
  mainPower: { label: '主电', dict: faultFlag },
  emergencyPower: { label: '备电', dict: faultFlag },
  fireAlarm: { label: '火警', dict: alarmFlag },
  temperatureAlarm: { label: '温度报警', dict: alarmFlag },
  overLimitAlarm: { label: '超限报警', dict: alarmFlag },
  underVoltageAlarm: { label: '欠压报警', dict: alarmFlag },
  gasLeakage: { label: '燃气泄漏', dict: alarmFlag },
  powerOnPreheating: { label: '上电预热', dict: preheating },
  faultArc: { label: '故障电弧', dict: alarmFlag },
  shortCircuit: { label: '短路', dict: shortCircuit },
  selfInspection: { label: '自检', dict: faultFlag },
  action: { label: '动作', dict: startStop },
  transmissionManufacturer: { label: '传输装置厂商' },
  transmissionModel: { label: '传输装置型号' },
  fireAlarmControllerManufacturer: { label: '控制器厂商' },
  fireAlarmControllerModel: { label: '控制器型号' },
}

/** Prefix for the last reported state of an offline device. */
export const BEFORE_OFFLINE = '离线前'

/** Label and tone of a state; null for figures, texts and missing values. */
export function measureState(
  name: Measure,
  value: number | string | null | undefined,
): { label: string; tone: Tone } | null {
  const { dict } = MEASURE_WORDS[name]
  if (!dict || value === null || value === undefined || value === '') return null
  const number = Number(value)
  // A text is not a code: shown unchanged.
  if (Number.isNaN(number)) return { label: String(value), tone: 'unknown' }
  const last = dict.codes.length - 1
  const code = number < 0 || number > last ? last : Math.ceil(number)
  return { label: dict.label(code), tone: dict.tone(code) }
}

/** `压力(MPa)`. */
export function measureHeader(name: Measure): string {
  const { label, unit } = MEASURE_WORDS[name]
  return unit ? `${label}(${unit})` : label
}

const PRESSURE = ['pressure', 'alarmStatus', 'power', 'signals'] as const
const LEVEL = ['level', 'alarmStatus', 'waterTemperature', 'power', 'signals'] as const
const ELECTRICAL = [
  'residualCurrent',
  'current',
  'voltage',
  'temperature',
  'overLimitAlarm',
  'temperatureAlarm',
  'faultArc',
  'shortCircuit',
  'faultStatus',
] as const
const DRIVE = ['manualAutomaticState', 'powerState', 'startStopStatus', 'runningState', 'faultStatus'] as const
const HOST = ['workStatus', 'mainPower', 'emergencyPower', 'faultStatus'] as const
const HOST_NAMES = [
  'transmissionManufacturer',
  'transmissionModel',
  'fireAlarmControllerManufacturer',
  'fireAlarmControllerModel',
] as const
const SUPPLY = ['voltage', 'mainPower', 'emergencyPower', 'underVoltageAlarm'] as const
const GAS = ['concentration', 'gasLeakage', 'powerOnPreheating', 'selfInspection', 'faultStatus'] as const

type Columns = readonly Measure[]

/** Columns of an item type's tables. Source: document 2, section 9, History table layouts; the rest is ours. */
const BY_API: Readonly<Record<number, Columns>> = {
  11: ELECTRICAL,
  15: DRIVE,
  16: LEVEL,
  17: PRESSURE,
  21: DRIVE,
  22: PRESSURE,
  27: DRIVE,
  31: ['runningState', 'faultStatus'],
  35: [...HOST, 'manualAutomaticState'],
  36: [...HOST, 'manualAutomaticState', 'startStopStatus'],
  37: DRIVE,
  41: DRIVE,
  42: DRIVE,
  43: DRIVE,
  45: GAS,
  53: ['workStatus', 'power', 'signals', 'faultStatus'],
  60: SUPPLY,
  61: SUPPLY,
  62: SUPPLY,
  63: [...HOST, ...HOST_NAMES],
  64: PRESSURE,
  65: PRESSURE,
  66: PRESSURE,
}

/** Other device types report all of the layout. */
const BY_DEVICE_TYPE: Readonly<Record<number, Columns>> = {
  17: ['residualCurrent', 'current', 'voltage', 'overLimitAlarm', 'faultArc', 'shortCircuit', 'faultStatus'],
  18: ['temperature', 'temperatureAlarm', 'faultStatus'],
  91: ['manualAutomaticState', 'powerState', 'startStopStatus', 'faultStatus'],
  95: ['manualAutomaticState', 'powerState', 'startStopStatus', 'faultStatus'],
  105: ['manualAutomaticState', 'powerState', 'startStopStatus', 'faultStatus'],
  111: ['manualAutomaticState', 'powerState', 'startStopStatus', 'faultStatus'],
}

interface Told {
  readonly deviceType: number | null
  readonly timelyData?: TimelyData
}

/**
 * The item type's layout, limited to measures that the devices can report. Without a layout: the measures in the rows.
 */
export function measuresOf(apiId: number, rows: readonly Told[]): Columns {
  const layout = BY_API[apiId]
  const told = (name: Measure) => rows.some(({ timelyData }) => timelyData?.[name] !== undefined)
  if (!layout) return MEASURES.filter(told)
  const types = [...new Set(rows.map(({ deviceType }) => deviceType))]
  const known = types.map((type) => (type === null ? undefined : BY_DEVICE_TYPE[type]))
  const narrow = known.length > 0 && known.every((columns) => columns !== undefined)
  const shown = layout.filter((name) => !narrow || known.some((columns) => columns?.includes(name)))
  // Manufacturer columns are wide and usually empty.
  return shown.filter((name) => !(HOST_NAMES as Columns).includes(name) || told(name))
}

export const MAIN_FIGURES = [
  'pressure',
  'level',
  'temperature',
  'waterTemperature',
  'current',
  'voltage',
  'residualCurrent',
  'concentration',
  'flow',
  'airVolume',
  'airSpeed',
] as const satisfies readonly Measure[]

/** Main figures, states, other figures. */
export function chartedOf(apiId: number, reported: TimelyData): Measure[] {
  const layout = measuresOf(apiId, [{ deviceType: null, timelyData: reported }])
  const known = [...new Set([...layout, ...MEASURES])].filter((name) => typeof reported[name] === 'number')
  const isMain = (name: Measure) => (MAIN_FIGURES as Columns).includes(name)
  const isFigure = (name: Measure) => MEASURE_WORDS[name].unit !== undefined
  const isState = (name: Measure) => MEASURE_WORDS[name].dict !== undefined
  return [
    ...known.filter(isMain),
    ...known.filter((name) => isState(name)),
    ...known.filter((name) => isFigure(name) && !isMain(name)),
  ]
}
