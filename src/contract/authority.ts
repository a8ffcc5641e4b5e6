import * as v from 'valibot'
import { dashboardArea, rankedArea } from './dashboard.ts'
import { group } from './endpoint.ts'
import { alarmCounts } from './equipment.ts'
import { count, id, maybeText } from './fields.ts'

export const authority = group('authority', {
  isvRanking: {
    method: 'GET',
    path: '/api/organScreen/isvRankingList',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object(dashboardArea),
    output: v.array(
      v.object({
        isvName: v.string(),
        /** Other servers may omit it. */
        isvId: v.optional(id),
        buildingCount: count,
        percentage: v.number(),
      }),
    ),
    errors: [404],
    summary: '服务商按在区域内所服务的建筑数排名，多的在前；百分比以有服务商的建筑为基数，各自四舍五入到一位小数。',
  },
  streetRanking: {
    method: 'GET',
    path: '/field/v1/street-ranking',
    encoding: 'query',
    access: 'gov',
    effect: false,
    cache: 'keep',
    input: v.object(dashboardArea),
    output: v.array(rankedArea),
    errors: [404],
    summary: '区内各街道按评分排名，高的在前；不指定区时，取本机构所在的区。',
  },
  deviceCard: {
    method: 'GET',
    path: '/field/v1/device-card',
    encoding: 'query',
    access: 'gov',
    effect: false,
    cache: 'keep',
    input: v.object({}),
    output: v.object({ url: maybeText }),
    summary: '首页“设备卡片”按钮的去向，只对指定的一个账号返回，其余账号为 null。',
  },
  fireAlarm: {
    method: 'GET',
    path: '/field/v1/area-fire-alarm',
    encoding: 'query',
    access: 'gov',
    effect: false,
    cache: 'keep',
    input: v.object(dashboardArea),
    output: alarmCounts,
    errors: [404],
    summary: '区域内的火灾自动报警设备数：正常、报警、故障、屏蔽和离线；计法同 dashboard.fireAlarm。',
  },
})
