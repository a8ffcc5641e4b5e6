import * as v from 'valibot'
import { group } from './endpoint.ts'
import {
  code,
  count,
  id,
  idInput,
  maybeNumber,
  maybeText,
  notGiven,
  page,
  paged,
  search,
  text,
  whole,
  WRONG_INPUT,
} from './fields.ts'
import { POINT_STATES } from './floor-plan.rules.ts'
import { timelyData } from './record.ts'

/** Source: document 2, section 9. */
export const POINT_PAGE_SIZES = [15, 30, 50, 100] as const
export const IMPORT_ROWS = 5000

/** Key pair, as providers send it. */
const ofBuilding = {
  openProjectId: v.pipe(text(64), v.nonEmpty('缺少建筑标识')),
  provideKey: v.optional(text(64), ''),
}
const filter = {
  search,
  deviceType: v.optional(v.pipe(text(8), v.regex(/^\d{0,5}$/, '设备类型应为 0 至 99999 的代码')), ''),
  /** Not in the documents: 1 online, 0 offline, empty both. */
  connectStatus: v.optional(v.union([notGiven, code([0, 1])])),
}

/** Shared by edit, import and form. */
export const pointFields = {
  floor: v.optional(v.nullable(text(32, '楼层最多 32 个字')), null),
  zone: v.optional(v.nullable(text(64, '部位最多 64 个字')), null),
  descript: v.optional(v.nullable(text(200, '描述最多 200 个字')), null),
}

export const pointRow = v.object({
  id,
  deviceNo: maybeText,
  pointNumber: maybeText,
  floor: maybeText,
  deviceName: maybeText,
  sysName: maybeText,
  deviceTypeName: maybeText,
  zone: maybeText,
  descript: maybeText,
  /** 1 online, 0 offline. Not in the documents, like `reportTime`: other servers may omit both. */
  connectStatus: v.optional(v.number()),
  reportTime: v.optional(maybeText),
  /** Increases with every change; other servers may omit it. */
  version: v.optional(v.number()),
})

const listedPoint = v.object({
  ...pointRow.entries,
  state: v.optional(v.picklist(POINT_STATES)),
  alarmId: v.optional(v.nullable(id)),
})

export const MOST_MEASURED = 100
export const TREND_HOURS = 24

const measuredRow = v.object({
  deviceId: id,
  deviceNo: maybeText,
  deviceName: maybeText,
  floor: maybeText,
  zone: maybeText,
  descript: maybeText,
  systemId: id,
  systemName: v.string(),
  apiId: id,
  connectStatus: v.number(),
  reportTime: maybeText,
  /** Null: only states. */
  figure: maybeText,
  value: maybeNumber,
  low: maybeNumber,
  high: maybeNumber,
  limitStatus: maybeNumber,
  since: maybeText,
  timelyData,
  /** By hour, oldest first. */
  trend: v.array(maybeNumber),
})
export type MeasuredRow = v.InferOutput<typeof measuredRow>

const systemFires = v.object({ systemId: id, alarmNum: count })
export type SystemFires = v.InferOutput<typeof systemFires>

export const point = group('point', {
  list: {
    method: 'GET',
    path: '/point/list',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ ...ofBuilding, ...page(POINT_PAGE_SIZES[0]), ...filter }),
    output: paged(listedPoint),
    errors: [404],
    summary:
      '建筑的点位，报警的在前，然后异常、离线、屏蔽和正常的；建筑由 openProjectId 指定，provideKey 可不填，填则须与建筑相符。',
  },
  export: {
    method: 'GET',
    path: '/point/export',
    encoding: 'query',
    access: 'session',
    effect: false,
    exports: true,
    timeoutMs: 660_000,
    input: v.object({ ...ofBuilding, ...filter, pageSize: v.optional(whole(0, 100_000), 0) }),
    output: v.string(),
    errors: [404],
    summary: '符合筛选条件的全部点位，xlsx 文件：`data` 为下载地址，60 秒内可用一次；文件可经 point.import 导回。',
  },
  import: {
    method: 'POST',
    path: '/point/import',
    encoding: 'multipart',
    access: 'session',
    effect: true,
    timeoutMs: 120_000,
    input: v.object({ file: v.blob('请选择要导入的文件'), ...ofBuilding }),
    output: v.nullable(v.object({ addedNum: v.number(), updatedNum: v.number(), sameNum: v.number() })),
    errors: [404, 409, 413],
    summary:
      '从 xlsx 或 csv 文件导入点位，有一行有误即全部不导入：`errors` 按行列出错误。已有的点位只能修改 floor、zone 和 descript。',
  },
  measured: {
    method: 'GET',
    path: '/field/v1/measured-points',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({
      buildingId: idInput,
      /** Comma-separated; empty: all. */
      ids: v.optional(
        v.pipe(
          text(1600, '编号过多'),
          v.regex(/^([1-9]\d{0,14}(,[1-9]\d{0,14}){0,99})?$/, WRONG_INPUT),
          v.transform((ids) => (ids === '' ? undefined : ids.split(',').map(Number))),
        ),
        '',
      ),
    }),
    output: v.object({
      list: v.array(measuredRow),
      total: count,
      fires: v.optional(v.array(systemFires), []),
    }),
    errors: [404],
    summary:
      '建筑的测点和水泵：当前值、正常范围和近 24 小时逐小时的值；不正常的在前，最多 100 个。ids 只取其中若干点位，以逗号分隔。',
  },
  types: {
    method: 'GET',
    path: '/point/devSystemAndTypes',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    /** Not in the documents: only the device types of one building. */
    input: v.object({ openProjectId: v.optional(text(64), '') }),
    output: v.array(
      v.object({
        sysId: id,
        sysName: v.string(),
        deviceTypeList: v.array(v.object({ deviceType: id, deviceTypeName: v.string() })),
      }),
    ),
    errors: [404],
    summary: '各消防系统及其设备类型；填 openProjectId 则只返回该建筑已有点位的类型。',
  },
  edit: {
    method: 'POST',
    path: '/point/edit',
    encoding: 'any',
    access: 'session',
    effect: true,
    queue: 'queue',
    input: v.object({
      id: idInput,
      ...pointFields,
      version: v.optional(whole(1, 1_000_000_000, '页面内容已过期，请刷新后重试')),
    }),
    output: v.null(),
    errors: [404, 409],
    summary: '修改点位的 floor、zone 和 descript，其余不变；带上所依据的 version，此后又被修改的返回 409。',
  },
  delete: {
    method: 'POST',
    path: '/point/delete',
    encoding: 'any',
    access: 'session',
    effect: true,
    input: v.object({ id: idInput }),
    output: v.null(),
    errors: [404, 409],
    summary: '删除点位；已上报的数据保留并仍可查到，未解决的问题因点位删除而关闭。有未确认的火警的，返回 409。',
  },
  detail: {
    method: 'GET',
    path: '/field/v1/point',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({ id: idInput }),
    output: pointRow,
    errors: [404],
    summary: '点位的当前信息，供编辑冲突时对照。',
  },
})

export type PointRow = v.InferOutput<typeof listedPoint>
