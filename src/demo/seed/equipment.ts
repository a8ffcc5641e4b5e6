import type { Sensor } from './sensor.ts'

export type Place = 'control' | 'floors' | 'pump-room' | 'roof'

/** `count`: small, middle, large building. */
export interface Equipment {
  readonly system: number
  readonly api: number
  readonly type: number
  readonly sensor: Sensor
  /** `{f}` floor, `{n}` number. */
  readonly name: string
  readonly place: Place
  readonly count: readonly [S: number, M: number, L: number]
}

type Row = readonly [
  system: number,
  api: number,
  type: number,
  sensor: Sensor,
  name: string,
  place: Place,
  small: number,
  middle: number,
  large: number,
]

// prettier-ignore
const ROWS: readonly Row[] = [
  [1, 63, 1, 'controller', '火灾报警控制器', 'control', 1, 1, 1],
  [1, 60, 82, 'supply', '控制器电源监测装置', 'control', 1, 1, 1],
  [1, 2, 22, 'plain', '{f}火灾显示盘', 'floors', 1, 2, 4],
  [1, 3, 85, 'plain', '{f}输入模块{n}', 'floors', 1, 2, 4],
  [1, 4, 87, 'plain', '{f}输入输出模块{n}', 'floors', 1, 2, 4],
  [1, 4, 121, 'plain', '{f}声光警报器{n}', 'floors', 1, 2, 3],
  [1, 1, 42, 'detector', '{f}烟感探测器{n}', 'floors', 8, 16, 28],
  [1, 1, 31, 'detector', '{f}温感探测器{n}', 'floors', 2, 3, 5],
  [1, 1, 23, 'detector', '{f}手动报警按钮{n}', 'floors', 2, 3, 5],
  [2, 17, 140, 'hydrant-roof', '最不利点消火栓压力', 'roof', 1, 1, 1],
  [2, 17, 140, 'hydrant-ground', '{f}消火栓管网压力{n}', 'floors', 1, 1, 2],
  [2, 64, 140, 'stabiliser', '稳压装置出口压力', 'roof', 0, 1, 1],
  [2, 16, 141, 'tank', '高位消防水箱液位', 'roof', 1, 1, 1],
  [2, 16, 141, 'pool', '消防水池液位', 'pump-room', 1, 1, 1],
  [2, 15, 91, 'pump', '{n}#消火栓泵', 'pump-room', 2, 2, 2],
  [2, 18, 24, 'plain', '{f}消火栓按钮{n}', 'floors', 2, 3, 5],
  [3, 22, 140, 'spray-end', '{f}喷淋末端压力{n}', 'floors', 1, 2, 3],
  [3, 65, 140, 'alarm-valve', '湿式报警阀组{n}压力', 'pump-room', 0, 1, 2],
  [3, 21, 95, 'pump', '{n}#喷淋泵', 'pump-room', 2, 2, 2],
  [3, 23, 96, 'plain', '{f}水流指示器{n}', 'floors', 1, 2, 3],
  [3, 23, 97, 'plain', '{f}信号阀{n}', 'floors', 1, 2, 3],
  [3, 23, 98, 'plain', '湿式报警阀{n}', 'pump-room', 1, 1, 2],
  [3, 23, 99, 'plain', '报警阀组{n}压力开关', 'pump-room', 0, 1, 1],
  [4, 11, 17, 'electric', '{f}配电箱剩余电流探测器{n}', 'floors', 1, 2, 4],
  [4, 11, 18, 'cable', '{f}配电箱测温探测器{n}', 'floors', 1, 1, 2],
  [4, 12, 16, 'alarm-unit', '电气火灾监控设备', 'control', 1, 1, 1],
  [5, 27, 111, 'fan', '{n}#排烟风机', 'roof', 1, 1, 2],
  [5, 27, 111, 'fan', '{n}#正压送风机', 'roof', 0, 1, 1],
  [5, 28, 113, 'plain', '{f}排烟防火阀{n}', 'floors', 1, 1, 2],
  [5, 28, 115, 'plain', '{f}排烟口{n}', 'floors', 0, 1, 2],
  [6, 31, 102, 'door', '{f}常闭防火门{n}', 'floors', 1, 2, 3],
  [6, 32, 118, 'controller', '防火门监控器', 'control', 1, 1, 1],
  [6, 33, 117, 'plain', '{f}防火卷帘控制器{n}', 'floors', 0, 1, 2],
  [7, 61, 143, 'supply', '{f}消防设备电源传感器{n}', 'floors', 1, 1, 2],
  [7, 62, 142, 'controller', '消防设备电源监控器', 'control', 1, 1, 1],
  [8, 35, 144, 'controller', '应急照明控制器', 'control', 1, 1, 1],
  [8, 38, 145, 'plain', '{f}应急照明灯{n}', 'floors', 2, 2, 4],
  [8, 38, 146, 'plain', '{f}疏散指示灯{n}', 'floors', 1, 2, 3],
  [9, 36, 81, 'controller', '气体灭火控制器', 'control', 1, 1, 1],
  [9, 39, 153, 'plain', '{f}气体灭火紧急启停按钮{n}', 'floors', 1, 1, 2],
  [9, 40, 99, 'plain', '气瓶间压力开关{n}', 'pump-room', 1, 1, 1],
  [10, 44, 11, 'gas', '{f}厨房可燃气体探测器{n}', 'floors', 1, 2, 3],
  [10, 45, 11, 'gas', '{f}燃气管道井浓度探测器{n}', 'floors', 1, 1, 1],
  [10, 46, 10, 'controller', '可燃气体报警控制器', 'control', 1, 1, 1],
  [11, 47, 147, 'plain', '{n}#消防电梯', 'floors', 1, 1, 2],
  [11, 48, 82, 'controller', '消防电梯控制箱', 'roof', 1, 1, 1],
  [12, 49, 148, 'controller', '消防应急广播主机', 'control', 1, 1, 1],
  [12, 50, 149, 'controller', '消防专用电话主机', 'control', 1, 1, 1],
  [13, 41, 105, 'pump', '{n}#泡沫液泵', 'pump-room', 1, 1, 2],
  [13, 51, 106, 'plain', '泡沫管网电磁阀{n}', 'pump-room', 1, 1, 1],
  [14, 52, 150, 'detector', '{f}独立式感烟报警器{n}', 'floors', 4, 6, 8],
  [14, 53, 151, 'battery', '{f}消防通道摄像机{n}', 'floors', 1, 1, 2],
]

export const EQUIPMENT: readonly Equipment[] = ROWS.map(
  ([system, api, type, sensor, name, place, small, middle, large]) => ({
    system,
    api,
    type,
    sensor,
    name,
    place,
    count: [small, middle, large],
  }),
)
