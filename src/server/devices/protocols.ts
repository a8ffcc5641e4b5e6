import type { EventKind } from '#contract/ingest.ts'
import type { Measures } from '#contract/measures.ts'

/** `step`: size of one step in the measure's unit. */
export interface AnalogCode {
  readonly measure: keyof Measures
  readonly step: number
}

export interface StatusBit {
  readonly kind: EventKind | null
  readonly measure?: keyof Measures | undefined
}

/** `end`: alarms and actions, `alarm`: a fire, `note`: recorded only. */
export type Operation = 'end' | 'alarm' | 'note'

export interface Protocol {
  /** Main version number in the frame's fifth byte. */
  readonly mainVersion: number
  readonly analogs: Readonly<Record<number, AnalogCode>>
  readonly systemBits: readonly StatusBit[]
  readonly componentBits: readonly StatusBit[]
  readonly deviceBits: readonly StatusBit[]
  readonly operations: readonly Operation[]
  readonly dutyAnswerBit: number
  /** Component types whose status also appears in their measures: pumps, fans, controllers. */
  readonly showsState: ReadonlySet<number>
}

const bit = (kind: EventKind | null = null, measure?: keyof Measures): StatusBit => ({ kind, measure })

// prettier-ignore
const ANALOGS_2011: Protocol['analogs'] = {
  1: { measure: 'eventCount', step: 1 }, // 事件计数
  2: { measure: 'level', step: 0.01 }, // 高度
  3: { measure: 'temperature', step: 0.1 }, // 温度
  4: { measure: 'pressure', step: 0.1 }, // 压力(MPa)
  5: { measure: 'pressure', step: 0.0001 }, // 压力(kPa)
  6: { measure: 'concentration', step: 0.1 }, // 气体浓度
  7: { measure: 'seconds', step: 1 }, // 时间
  8: { measure: 'voltage', step: 0.1 }, // 电压
  9: { measure: 'current', step: 0.1 }, // 电流
  10: { measure: 'flow', step: 0.1 }, // 流量
  11: { measure: 'airVolume', step: 0.1 }, // 风量
  12: { measure: 'airSpeed', step: 1 }, // 风速
  // The standard has none for residual current (mA).
  128: { measure: 'residualCurrent', step: 1 }, // 剩余电流
}

const COMPONENT_BITS = [
  bit(), // 正常运行
  bit('fire', 'fireAlarm'), // 火警
  bit('fault', 'faultStatus'), // 故障
  bit('shield'), // 屏蔽
  bit('action'), // 监管
  bit('action', 'startStopStatus'), // 启动
  bit('action'), // 反馈
  bit(), // 延时
]

/** GB/T 26875.3-2011, chapter 8. */
export const EDITION_2011: Protocol = {
  mainVersion: 1,
  analogs: ANALOGS_2011,
  systemBits: [
    ...COMPONENT_BITS,
    bit('fault', 'mainPower'), // 主电故障
    bit('fault', 'emergencyPower'), // 备电故障
    bit('fault'), // 总线故障
    bit(null, 'manualAutomaticState'), // 手动
    bit(), // 配置改变
    bit(), // 复位
  ],
  componentBits: [
    ...COMPONENT_BITS,
    bit('fault', 'powerState'), // 电源故障
  ],
  deviceBits: [
    bit(), // 正常监视
    bit('fire', 'fireAlarm'), // 火警
    bit('fault', 'faultStatus'), // 故障
    bit('fault', 'mainPower'), // 主电故障
    bit('fault', 'emergencyPower'), // 备电故障
    bit('fault'), // 与监控中心通信信道故障
    bit('fault'), // 监测连接线路故障
  ],
  operations: [
    'end', // 复位
    'note', // 消音
    'alarm', // 手动报警
    'end', // 警情消除
    'note', // 自检
    'note', // 确认或查岗应答
    'note', // 测试
  ],
  dutyAnswerBit: 5,
  showsState: new Set([1, 81, 82, 91, 95, 105, 111, 117, 118]),
}

/** As a transmission device is registered. */
export const PROTOCOLS: Readonly<Record<string, Protocol>> = { 'GB/T 26875.3-2011': EDITION_2011 }
