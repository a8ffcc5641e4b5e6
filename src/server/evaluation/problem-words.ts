import { toWireTime } from '#contract/time.ts'
import type { ConditionType, ProblemCause } from './condition.ts'

/** Its alarms are not fires. */
const ELECTRICAL_SYSTEM = 4

export interface ProblemWords {
  readonly itemDesc: string
  readonly content: string
  readonly advice: string
}

export const CAUSE_NAMES: Readonly<Record<ConditionType, string>> = {
  fault: '故障',
  offline: '离线',
  'pressure-high': '压力过高',
  'pressure-low': '压力过低',
  'level-high': '液位过高',
  'level-low': '液位过低',
  'pump-manual': '处于手动状态',
  'pump-power': '断电',
  'alarm-unhandled': '报警未确认',
  shield: '屏蔽',
  mute: '从未上报有效数据',
}

const inBrackets = (figure: string) => (figure ? `（${figure}）` : '')

const WORDS: Readonly<
  Record<ProblemCause, (name: string, figure: string, since: string, isElectrical: boolean) => ProblemWords>
> = {
  fault: (name, _, since) => ({
    itemDesc: `${name}：故障未恢复`,
    content: `${since} 起上报故障状态，期间该设备不能正常探测或动作。`,
    advice: '请安排维保人员现场检查接线、底座和供电，修复后在控制器上复位，并确认平台状态恢复为正常。',
  }),
  offline: (name, _, since) => ({
    itemDesc: `${name}：离线`,
    content: `最近一次上报：${since}，此后未收到任何数据，火警也可能收不到。`,
    advice: '请检查设备供电与网络链路；如因停电或施工造成，请恢复后观察 30 分钟，仍离线的请联系服务商处理。',
  }),
  'pressure-high': (name, figure, since) => ({
    itemDesc: `${name}：压力过高${inBrackets(figure)}`,
    content: `${since} 起未再上报正常压力，最近上报高于上限。`,
    advice: '请检查减压阀、稳压泵启停设定和泄压装置，必要时手动泄压，避免管网及接口超压受损。',
  }),
  'pressure-low': (name, figure, since) => ({
    itemDesc: `${name}：压力过低${inBrackets(figure)}`,
    content: `${since} 起未再上报正常压力，最近上报低于下限，火灾时可能无法有效出水。`,
    advice: '请检查管网阀门是否误关、有无渗漏，核对稳压泵启停压力设定，并确认消防泵处于自动状态。',
  }),
  'level-high': (name, figure, since) => ({
    itemDesc: `${name}：液位过高${inBrackets(figure)}`,
    content: `${since} 起未再上报正常液位，最近上报高于上限，溢流管可能正在排水。`,
    advice: '请检查进水浮球阀和溢流管，防止水箱间积水浸泡电气设备。',
  }),
  'level-low': (name, figure, since) => ({
    itemDesc: `${name}：液位过低${inBrackets(figure)}`,
    content: `${since} 起未再上报正常液位，最近上报低于下限，消防储水量不足。`,
    advice: '请检查补水管阀门和浮球阀，尽快补水至正常液位；如正在清洗水箱，请提前告知消防控制室，并安排专人值守。',
  }),
  'pump-manual': (name, _, since) => ({
    itemDesc: `${name}：处于手动状态`,
    content: `${since} 起未再上报自动状态，火灾时不能自动启动。`,
    advice: '请将控制柜转换开关恢复至自动位；如需检修，请安排专人值守，检修结束后立即恢复。',
  }),
  'pump-power': (name, _, since) => ({
    itemDesc: `${name}：断电`,
    content: `${since} 起未再上报供电正常，水泵不能启动。`,
    advice: '请立即检查双电源切换装置和配电开关，恢复供电后做一次手动启停测试。',
  }),
  'alarm-unhandled': (name, figure, since, isElectrical) => ({
    itemDesc: isElectrical
      ? `${name}：电气火灾报警超过 24 小时未确认${inBrackets(figure)}`
      : `${name}：火警超过 24 小时未确认`,
    content: `${since} 收到报警，至今没有确认结果。`,
    advice:
      '请立即到场核实：误报的，查明原因、复位并在平台确认；确有火情的，立即拨打 119，将消防联动置于自动，启动预案。',
  }),
}

const FIGURES: Readonly<Partial<Record<ProblemCause, readonly (readonly [string, string, string])[]>>> = {
  'pressure-high': [['pressure', '', 'MPa']],
  'pressure-low': [['pressure', '', 'MPa']],
  'level-high': [['level', '', 'm']],
  'level-low': [['level', '', 'm']],
  'alarm-unhandled': [
    ['residualCurrent', '剩余电流 ', 'mA'],
    ['temperature', '线缆温度 ', '℃'],
  ],
}

function figureOf(cause: ProblemCause, measures: Readonly<Record<string, number | string>>): string {
  const shown = FIGURES[cause]?.find(([measure]) => measures[measure] !== undefined)
  return shown ? `${shown[1]}${measures[shown[0]]} ${shown[2]}` : ''
}

export interface ProblemOf {
  readonly cause: ProblemCause
  readonly deviceName: string
  readonly systemId: number
  readonly since: number
}

export function problemWords(of: ProblemOf, measures: Readonly<Record<string, number | string>>): ProblemWords {
  const { cause, deviceName, systemId, since } = of
  return WORDS[cause](
    deviceName,
    figureOf(cause, measures),
    toWireTime(new Date(since)),
    systemId === ELECTRICAL_SYSTEM,
  )
}

/** 1 by a person, 2 by normal values. */
export function problemTypeOf(cause: ProblemCause): 1 | 2 {
  return cause === 'fault' || cause === 'alarm-unhandled' ? 1 : 2
}
