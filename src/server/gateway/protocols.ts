import type { EventKind } from '#contract/ingest.ts'
import type { Measures } from '#contract/measures.ts'

/** What a code of an analog value means: the measure it becomes, and how many of the measure's units one step is. */
export interface AnalogCode {
  readonly name: string
  readonly measure: keyof Measures
  readonly step: number
}

/** A bit of a status word: what it is, and the kind of event it begins when set and ends when cleared. */
export interface StatusBit {
  readonly name: string
  readonly kind: EventKind | null
  /** The state it shows: 1 set, 0 cleared. */
  readonly measure?: keyof Measures
}

/** What an operation does to what goes on in its system. */
export interface Operation {
  readonly name: string
  /** `end`: alarms and actions are over; `alarm`: somebody raised one; `note`: it is only told. */
  readonly effect: 'end' | 'alarm' | 'note'
}

/** One edition of the protocol: all its codes are here, so that the next edition is a table and no program. */
export interface Protocol {
  /** Main version number in the frame's fifth byte. */
  readonly mainVersion: number
  readonly analogs: Readonly<Record<number, AnalogCode>>
  readonly systemBits: readonly StatusBit[]
  readonly componentBits: readonly StatusBit[]
  readonly deviceBits: readonly StatusBit[]
  readonly operations: readonly Operation[]
  /** Component types whose status shows in their measures too: pumps, fans, controllers. */
  readonly showsState: ReadonlySet<number>
}

const bit = (name: string, kind: EventKind | null = null, measure?: keyof Measures): StatusBit =>
  measure === undefined ? { name, kind } : { name, kind, measure }

// prettier-ignore
const ANALOGS_2011: Protocol['analogs'] = {
  1: { name: '事件计数', measure: 'eventCount', step: 1 },
  2: { name: '高度', measure: 'level', step: 0.01 },
  3: { name: '温度', measure: 'temperature', step: 0.1 },
  4: { name: '压力(MPa)', measure: 'pressure', step: 0.1 },
  5: { name: '压力(kPa)', measure: 'pressure', step: 0.0001 },
  6: { name: '气体浓度', measure: 'concentration', step: 0.1 },
  7: { name: '时间', measure: 'seconds', step: 1 },
  8: { name: '电压', measure: 'voltage', step: 0.1 },
  9: { name: '电流', measure: 'current', step: 0.1 },
  10: { name: '流量', measure: 'flow', step: 0.1 },
  11: { name: '风量', measure: 'airVolume', step: 0.1 },
  12: { name: '风速', measure: 'airSpeed', step: 1 },
  // User-defined: residual current in mA has no code of the standard's.
  128: { name: '剩余电流', measure: 'residualCurrent', step: 1 },
}

const COMPONENT_BITS = [
  bit('正常运行'),
  bit('火警', 'fire', 'fireAlarm'),
  bit('故障', 'fault', 'faultStatus'),
  bit('屏蔽', 'shield'),
  bit('监管', 'action'),
  bit('启动', 'action', 'startStopStatus'),
  bit('反馈', 'action'),
  bit('延时'),
]

/** Source: GB/T 26875.3-2011, chapter 8. */
export const EDITION_2011: Protocol = {
  mainVersion: 1,
  analogs: ANALOGS_2011,
  systemBits: [
    ...COMPONENT_BITS,
    bit('主电故障', 'fault', 'mainPower'),
    bit('备电故障', 'fault', 'emergencyPower'),
    bit('总线故障', 'fault'),
    bit('手动', null, 'manualAutomaticState'),
    bit('配置改变'),
    bit('复位'),
  ],
  componentBits: [...COMPONENT_BITS, bit('电源故障', 'fault', 'powerState')],
  deviceBits: [
    bit('正常监视'),
    bit('火警', 'fire', 'fireAlarm'),
    bit('故障', 'fault', 'faultStatus'),
    bit('主电故障', 'fault', 'mainPower'),
    bit('备电故障', 'fault', 'emergencyPower'),
    bit('与监控中心通信信道故障', 'fault'),
    bit('监测连接线路故障', 'fault'),
  ],
  operations: [
    { name: '复位', effect: 'end' },
    { name: '消音', effect: 'note' },
    { name: '手动报警', effect: 'alarm' },
    { name: '警情消除', effect: 'end' },
    { name: '自检', effect: 'note' },
    { name: '确认或查岗应答', effect: 'note' },
    { name: '测试', effect: 'note' },
  ],
  showsState: new Set([1, 81, 82, 91, 95, 105, 111, 117, 118]),
}

/** Editions by the name a transmission device is registered with. */
export const PROTOCOLS: Readonly<Record<string, Protocol>> = { 'GB/T 26875.3-2011': EDITION_2011 }
