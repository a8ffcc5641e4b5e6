import { authority } from '#contract/authority.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Figure, ids, type Opens, type Source } from './figure.ts'
import type { Scope, Truth } from './truth.ts'

const equipment = (call: Endpoint, scope: Scope, status: number | '', more: object = {}): Opens => {
  const input = { ...scope.input, ...more, status }
  return { call, input, id: 'id', file: { call, input: { ...input, exportStatus: 1 } } }
}

const ALARM_ITEMS = [1, 2, 3, 4, 60, 63]
type Point = Truth['points'][number]
const alarmState = ({ open, online }: Point) => open ?? (online ? 'normal' : 'offline')

function alarmCounts(scope: Scope, { points }: Truth, of: Record<string, number>): Figure[] {
  const alarms = points.filter(({ api }) => ALARM_ITEMS.includes(api))
  const count = (field: string, status: number, is: (point: Point) => boolean): Figure => ({
    field,
    value: of[field]!,
    ids: ids(alarms, is),
    opens: equipment(dashboard.fireAlarmList, scope, status),
  })
  return [
    count('normalEquipmentNumber', 0, (point) => alarmState(point) === 'normal'),
    count('alarmEquipmentNumber', 1, (point) => alarmState(point) === 'fire'),
    count('malfunctionEquipmentNumber', 2, (point) => alarmState(point) === 'fault'),
    count('shieldingEquipmentNumber', 3, (point) => alarmState(point) === 'shield'),
    count('offlineEquipmentNumber', 4, (point) => alarmState(point) === 'offline'),
    count('abnormalEquipmentNumber', 9, (point) => alarmState(point) !== 'normal'),
  ]
}
const ALARM_FIELDS = [
  'normalEquipmentNumber',
  'alarmEquipmentNumber',
  'malfunctionEquipmentNumber',
  'shieldingEquipmentNumber',
  'offlineEquipmentNumber',
  'abnormalEquipmentNumber',
]

const PRESSURE = { pressureTooLowNumber: [1, 'low'], pressureTooHeightNumber: [2, 'high'] } as const
const LEVEL = { waterTooLowNumber: [1, 'low'], waterTooHeightNumber: [2, 'high'] } as const
const PUMP = { manualDeviceNumber: [1, 'manual'], notPoweredOnDeviceNumber: [2, 'dead'] } as const

function waterSource(
  call: Endpoint,
  list: Endpoint,
  type: number,
  items: readonly number[],
  own: Record<string, readonly [number, string]>,
  of: 'gauge' | 'pump',
): Source {
  return {
    call,
    fields: ['normalDeviceNumber', 'abnormalDeviceNumber', 'offlineNumber', ...Object.keys(own)],
    who: 'unit',
    input: (scope) => ({ ...scope.input, type }),
    figures: (answer: Record<string, number>, scope, { points }) => {
      const mine = points.filter(({ api }) => items.includes(api))
      const count = (field: string, status: number, is: (state: string) => boolean): Figure => ({
        field,
        value: answer[field]!,
        ids: ids(mine, (point) => is(point[of])),
        opens: equipment(list, scope, status, { type }),
      })
      return [
        count('normalDeviceNumber', 0, (state) => state === 'normal'),
        count('offlineNumber', 3, (state) => state === 'offline'),
        count('abnormalDeviceNumber', 9, (state) => state !== 'normal'),
        ...Object.entries(own).map(([field, [status, word]]) => count(field, status, (state) => state === word)),
      ]
    },
  } as Source
}

export const EQUIPMENT_FIGURES = [
  {
    call: dashboard.devices,
    fields: ['totalBuildPointNum', 'totalOnlinePointNum', 'totalOfflinePointNum'],
    who: 'all',
    input: ({ input }) => input,
    figures: (answer: Record<string, number>, scope, { points }) =>
      (
        [
          ['totalBuildPointNum', ''],
          ['totalOnlinePointNum', 1],
          ['totalOfflinePointNum', 0],
        ] as const
      ).map(([field, connectStatus]) => {
        const input = { ...scope.input, connectStatus }
        return {
          field,
          value: answer[field]!,
          ids: ids(points, ({ online }) => connectStatus === '' || online === (connectStatus === 1)),
          opens: {
            call: dashboard.points,
            input,
            id: 'id',
            file: { call: dashboard.points, input: { ...input, exportStatus: 1 } },
          },
        }
      }),
  },
  {
    call: dashboard.fireAlarm,
    fields: ALARM_FIELDS,
    who: 'unit',
    input: ({ input }) => input,
    figures: (answer, scope, truth) => alarmCounts(scope, truth, answer),
  },
  {
    call: authority.fireAlarm,
    fields: ALARM_FIELDS,
    who: 'gov',
    input: ({ input }) => input,
    figures: (answer, scope, truth) => alarmCounts(scope, truth, answer),
  },
  waterSource(dashboard.sprinkler, dashboard.sprinklerList, 1, [22, 65], PRESSURE, 'gauge'),
  waterSource(dashboard.sprinkler, dashboard.sprinklerList, 2, [21], PUMP, 'pump'),
  waterSource(dashboard.hydrant, dashboard.hydrantList, 1, [17, 64, 66], PRESSURE, 'gauge'),
  waterSource(dashboard.hydrant, dashboard.hydrantList, 2, [16], LEVEL, 'gauge'),
  waterSource(dashboard.hydrant, dashboard.hydrantList, 3, [15], PUMP, 'pump'),
] as readonly Source[]
