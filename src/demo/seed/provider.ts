import { CITY_NO, PROVINCE_NO } from '#server/reference/regions.ts'
import type { provider, providerActivity, providerRule } from '#server/schema/provider.table.ts'
import { placeIn } from './building.ts'
import type { CityClock } from './city-clock.ts'
import { phone } from './identity-numbers.ts'
import { person } from './names.ts'
import { bookKeyOf, licenseKeyOf } from './provider-papers.ts'
import { rngFor } from './random.ts'

export const FIRST_PROVIDER_ID = 301

interface Plan {
  readonly name: string
  readonly county: string
  readonly status: 0 | 1 | 2 | 3
  readonly access: 0 | 1 | 2
  readonly mustPercent: number
  readonly certified: boolean
  readonly reason?: string
  /** Cards: 1 yellow, 2 red. */
  readonly cards?: readonly (readonly [type: 1 | 2, daysAgo: number, content: string])[]
  readonly life: readonly (readonly [daysAgo: number, event: string])[]
}

const joined = (daysAgo: number) =>
  [
    [daysAgo, '注册平台账号'],
    [daysAgo - 9, '提交企业资质'],
    [daysAgo - 16, '资质审核通过'],
    [daysAgo - 41, '完成接口联调测试'],
    [daysAgo - 60, '取得数据传输证书'],
    [daysAgo - 66, '首栋建筑接入'],
  ] as const

const PLANS: readonly Plan[] = [
  {
    name: '上海砚清智慧消防科技有限公司',
    county: '310106',
    status: 1,
    access: 1,
    mustPercent: 100,
    certified: true,
    life: [...joined(980), [420, '接入建筑达到10栋'], [150, '接入建筑达到20栋'], [12, '协议版本升级完成']],
  },
  {
    name: '上海鹭澜物联网技术有限公司',
    county: '310115',
    status: 1,
    access: 1,
    mustPercent: 100,
    certified: true,
    cards: [[1, 23, '2栋建筑的管网压力数据连续3日未按周期上报，经提醒后恢复']],
    life: [...joined(860), [300, '接入建筑达到10栋'], [23, '收到黄牌提醒']],
  },
  {
    name: '上海汀舟消防设施远程监测有限公司',
    county: '310112',
    status: 1,
    access: 2,
    mustPercent: 60,
    certified: false,
    life: joined(120).slice(0, 4),
  },
  {
    name: '上海霁帆安全技术服务有限公司',
    county: '310107',
    status: 1,
    access: 1,
    mustPercent: 100,
    certified: true,
    cards: [
      [1, 96, '平台抽查时3个点位的设备编号与现场不符'],
      [2, 9, '所服务的3栋建筑数据中断超过7日，未在限期内恢复'],
    ],
    life: [...joined(700), [96, '收到黄牌提醒'], [9, '收到红牌警告']],
  },
  {
    name: '上海溪影电子工程有限公司',
    county: '310113',
    status: 2,
    access: 0,
    mustPercent: 0,
    certified: false,
    life: [
      [11, '注册平台账号'],
      [4, '提交企业资质'],
    ],
  },
  {
    name: '上海岚岫楼宇设备有限公司',
    county: '310117',
    status: 3,
    access: 0,
    mustPercent: 0,
    certified: false,
    reason: '1.营业执照经营范围不含物联网数据服务；2.未上传等级保护备案证明。',
    life: [
      [70, '注册平台账号'],
      [62, '提交企业资质'],
      [55, '资质审核未通过'],
    ],
  },
  {
    name: '上海漪荷网络科技有限公司',
    county: '310110',
    status: 0,
    access: 0,
    mustPercent: 0,
    certified: false,
    life: [[2, '注册平台账号']],
  },
  {
    name: '上海翎川数据服务有限公司',
    county: '310104',
    status: 1,
    access: 0,
    mustPercent: 0,
    certified: false,
    life: joined(38).slice(0, 3),
  },
]

interface ProviderRows {
  readonly providers: (typeof provider.$inferInsert & { id: number })[]
  readonly rules: (typeof providerRule.$inferInsert)[]
  readonly activities: (typeof providerActivity.$inferInsert)[]
}

/** The same in every demo city. */
export function demoKeysOf(providerId: number): { appKey: string; secret: string } {
  const rng = rngFor('provider-keys', providerId)
  return { appKey: rng.hex(32), secret: rng.hex(32) }
}

/** All review and docking statuses. */
export function makeProviders(clock: CityClock, seal: (secret: string) => string): ProviderRows {
  const numbered = PLANS.map((plan, index) => ({ plan, id: FIRST_PROVIDER_ID + index }))
  return {
    providers: numbered.map(({ plan, id }) => {
      const rng = rngFor('provider', id)
      const keys = demoKeysOf(id)
      return {
        id,
        name: plan.name,
        companyAddress: plan.status === 0 ? null : placeIn(plan.county, rng).address,
        provinceNo: PROVINCE_NO,
        cityNo: CITY_NO,
        county: plan.county,
        legalName: plan.status === 0 ? null : person(rng),
        legalPhone: plan.status === 0 ? null : phone(rng),
        linkMan: person(rng),
        linkManPhone: phone(rng),
        status: plan.status,
        reason: plan.reason ?? null,
        accessStatus: plan.access,
        mustPercent: plan.mustPercent,
        certificationState: plan.certified ? 1 : 0,
        certificationKey: null,
        licenseKey: plan.status === 0 ? null : licenseKeyOf(id),
        bookKey: plan.status === 0 ? null : bookKeyOf(id),
        appKey: keys.appKey,
        secret: seal(keys.secret),
        createdAt: clock.at(plan.life[0]?.[0] ?? 1, '10:05'),
      }
    }),
    rules: numbered.flatMap(({ plan, id }) =>
      (plan.cards ?? []).map(([ruleType, daysAgo, content]) => ({
        providerId: id,
        ruleType,
        content,
        at: clock.at(daysAgo, '15:40'),
      })),
    ),
    activities: numbered.flatMap(({ plan, id }) =>
      plan.life.map(([daysAgo, eventName]) => ({ providerId: id, eventName, day: clock.day(daysAgo), detail: {} })),
    ),
  }
}
