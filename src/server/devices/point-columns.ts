/** `must`: required in an import. */
export const POINT_COLUMNS = [
  { key: 'deviceNo', title: '设备编号', width: 20, must: true },
  { key: 'pointNumber', title: '点位编号', width: 14, must: true },
  { key: 'deviceName', title: '设备名称', width: 30, must: true },
  { key: 'system', title: '消防系统', width: 24, must: true },
  { key: 'api', title: '监测项', formerly: '接口类型', width: 24, must: true },
  { key: 'deviceType', title: '设备类型', width: 26, must: true },
  { key: 'floor', title: '楼层', width: 12, must: false },
  { key: 'zone', title: '部位', formerly: '区域', width: 18, must: false },
  { key: 'descript', title: '描述', width: 36, must: false },
] as const

export type PointColumn = (typeof POINT_COLUMNS)[number]['key']
