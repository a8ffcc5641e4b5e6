import * as v from 'valibot'
import { dashboard, dashboardArea, rankedArea } from './dashboard.ts'
import { group } from './endpoint.ts'
import { count, id, maybeText } from './fields.ts'
import { score } from './score.ts'

const own = {
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
        /** Leads to the provider's buildings; another server may not tell it. */
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
} as const

/** What one opening of the authority's dashboard shows, by name. */
const parts = {
  accessOverview: dashboard.accessOverview.output,
  scoreOverview: score.overview.output,
  rateRanking: dashboard.areaRanking.output,
  scoreRanking: dashboard.areaRanking.output,
  streetRanking: own.streetRanking.output,
  isvRanking: own.isvRanking.output,
  devices: dashboard.devices.output,
  fireAlarm: dashboard.fireAlarm.output,
  deviceCard: own.deviceCard.output,
}

export type AuthorityPart = keyof typeof parts
export const AUTHORITY_PARTS = Object.keys(parts) as readonly AuthorityPart[]

export const authority = group('authority', {
  ...own,
  opening: {
    method: 'GET',
    path: '/field/v1/authority-dashboard',
    encoding: 'query',
    access: 'gov',
    effect: false,
    input: v.object({
      ...dashboardArea,
      parts: v.pipe(
        v.string(),
        v.maxLength(300),
        v.transform((names) => names.split(',')),
        v.array(v.picklist(AUTHORITY_PARTS, '没有这一项')),
      ),
    }),
    output: v.partial(v.object(parts)),
    errors: [404],
    summary:
      '一次返回消防机构首页的多项数据，`parts` 以逗号分隔各项名称：每项与其单独的接口相同，按该区域、近 7 天计。',
  },
})
