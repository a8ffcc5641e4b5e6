import type { ProblemKind } from '#contract/problem.rules.ts'
import type { ProblemCause } from './condition.ts'

const STEPS: Readonly<Record<ProblemCause | 'false-alarms', readonly [string, ...string[]]>> = {
  fault: ['安排维保人员现场检查', '检查接线、底座和供电，修复后在控制器上复位', '确认平台状态恢复为正常'],
  offline: ['检查供电和网络', '因停电或施工造成的，恢复后观察 30 分钟', '仍离线的，联系服务商处理'],
  'pressure-high': ['检查减压阀和泄压装置', '核对稳压泵启停压力设定', '必要时手动泄压，避免管网受损'],
  'pressure-low': ['检查阀门是否误关、管网有无渗漏', '核对稳压泵启停压力设定', '确认消防泵处于自动状态'],
  'level-high': ['检查进水浮球阀和溢流管', '防止水箱间积水浸泡电气设备'],
  'level-low': ['检查补水管阀门和浮球阀', '尽快补水至正常液位', '正在清洗水箱的，作检修登记并安排值守'],
  'pump-manual': ['将控制柜恢复至自动位', '检修期间作检修登记并安排专人值守', '检修结束后立即恢复自动'],
  'pump-power': ['检查双电源切换装置和配电开关', '恢复供电后做一次手动启停测试'],
  'alarm-unhandled': ['到现场核实，确认火警', '误报的登记原因并复位', '真实火警拨打 119，按预案处置'],
  'false-alarms': ['检查探测器和安装位置', '清洁、移位或更换设备', '连续 7 天没有误报后自动解决'],
}

const isKnown = (cause: string): cause is keyof typeof STEPS => cause in STEPS

export const stepsOf = (cause: string): readonly string[] => (isKnown(cause) ? STEPS[cause] : [])

export const kindOf = (cause: string): ProblemKind =>
  cause === 'alarm-unhandled' ? 'fire' : cause === 'offline' ? 'offline' : 'fault'
