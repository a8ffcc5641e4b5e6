/** 1 fire alarms, 2 faults, 3 shields, 4 actions, 5 states, 6 series. Source: the documents. */
export type ApiType = 1 | 2 | 3 | 4 | 5 | 6

/** `must`: required of buildings with the system. */
export interface SystemApi {
  readonly id: number
  readonly name: string
  readonly type: ApiType
  readonly must: boolean
}

/** `gbCode`: GB/T 26875.3-2011, table 4; from 128 our own. */
export interface System {
  readonly id: number
  readonly name: string
  readonly gbCode: number
  readonly apis: readonly SystemApi[]
}

const must = (id: number, name: string, type: ApiType): SystemApi => ({ id, name, type, must: true })
const may = (id: number, name: string, type: ApiType): SystemApi => ({ id, name, type, must: false })

/**
 * The documents tie column layouts to these ids: 11 electrical, 15 21 27 35 36 37 41–43 controllers, 16 level, 17
 * 22 64–66 pressure, 60–62, 63 alarm host.
 */
export const SYSTEMS: readonly System[] = [
  {
    id: 1,
    name: '火灾自动报警系统',
    gbCode: 1,
    apis: [
      must(1, '火警信息', 1),
      must(2, '故障信息', 2),
      must(3, '屏蔽信息', 3),
      may(4, '联动动作信息', 4),
      must(63, '火灾报警控制器状态', 5),
      may(60, '控制器主备电状态', 6),
    ],
  },
  {
    id: 2,
    name: '消防给水及消火栓系统',
    gbCode: 11,
    apis: [
      must(17, '消火栓管网压力', 6),
      must(16, '消防水箱（池）液位', 6),
      must(15, '消防泵运行状态', 6),
      may(18, '消火栓按钮动作', 4),
      may(64, '稳压装置压力', 6),
    ],
  },
  {
    id: 3,
    name: '自动喷水灭火系统',
    gbCode: 12,
    apis: [
      must(22, '喷淋末端压力', 6),
      must(21, '喷淋泵运行状态', 6),
      may(23, '水流指示器及阀门动作', 4),
      may(65, '报警阀组压力', 6),
    ],
  },
  {
    id: 4,
    name: '电气火灾监控系统',
    gbCode: 128,
    apis: [may(11, '电气火灾监测数据', 6), may(12, '电气火灾报警', 2)],
  },
  {
    id: 5,
    name: '防烟排烟系统',
    gbCode: 18,
    apis: [may(27, '防排烟风机运行状态', 6), may(28, '风口及防火阀动作', 4)],
  },
  {
    id: 6,
    name: '防火门及卷帘系统',
    gbCode: 19,
    apis: [may(31, '防火门状态', 6), may(32, '防火门监控器故障', 2), may(33, '防火卷帘动作', 4)],
  },
  {
    id: 7,
    name: '消防设备电源监控系统',
    gbCode: 23,
    apis: [may(61, '消防设备主备电状态', 6), may(62, '消防设备欠压报警', 2)],
  },
  {
    id: 8,
    name: '应急照明和疏散指示系统',
    gbCode: 22,
    apis: [may(35, '应急照明控制器状态', 5), may(38, '应急灯具故障', 2)],
  },
  {
    id: 9,
    name: '气体灭火系统',
    gbCode: 13,
    apis: [may(36, '气体灭火控制器状态', 6), may(39, '气体灭火启动与喷放', 4), may(40, '气体灭火系统故障', 2)],
  },
  {
    id: 10,
    name: '可燃气体探测报警系统',
    gbCode: 129,
    apis: [may(44, '可燃气体泄漏报警', 1), may(45, '可燃气体浓度', 6), may(46, '可燃气体探测器故障', 2)],
  },
  {
    id: 11,
    name: '消防电梯',
    gbCode: 20,
    apis: [may(47, '消防电梯迫降与停用', 4), may(48, '消防电梯故障', 2)],
  },
  {
    id: 12,
    name: '消防应急广播和消防电话',
    gbCode: 21,
    apis: [may(49, '应急广播启停', 4), may(50, '广播及电话故障', 2)],
  },
  {
    id: 13,
    name: '泡沫及其他灭火系统',
    gbCode: 16,
    apis: [may(41, '泡沫泵及阀门状态', 6), may(51, '灭火装置启动', 4)],
  },
  {
    id: 14,
    name: '独立式感烟和视频监控',
    gbCode: 130,
    apis: [may(52, '独立式感烟报警', 1), may(53, '独立式感烟电量与在线', 5)],
  },
]
