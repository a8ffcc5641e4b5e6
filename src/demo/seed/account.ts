import type { account } from '#server/schema/account.table.ts'
import type { CityClock } from './city-clock.ts'
import { CITY_ORGAN, organOf, WHOLE_ORGAN } from './organ.ts'
import { PROPERTY, UNIT01, UNIT02, UNIT_NEW } from './plan.ts'
import { FIRST_PROVIDER_ID } from './provider.ts'
import { FIRST_UNIT_ID } from './unit.ts'

/** Source: running, The demo city. */
export const DEMO_PASSWORD = 'Fire@119demo'

type Row = typeof account.$inferInsert & { id: number }

interface Plan {
  readonly account: string
  readonly name: string
  readonly role: Row['role']
  readonly unitId?: number
  readonly organId?: number
  readonly providerId?: number
  readonly mustChange?: true
  readonly disabled?: true
}

const unit = (place: number) => ({ role: 'unit', unitId: FIRST_UNIT_ID + place }) as const

const PLANS: readonly Plan[] = [
  { account: 'unit01', name: '方思齐', ...unit(UNIT01) },
  { account: 'unit02', name: '章海峰', ...unit(UNIT02) },
  { account: 'unitnew', name: '新开户单位', ...unit(UNIT_NEW), mustChange: true },
  { account: 'wuye01', name: '潘丽华', role: 'property', unitId: FIRST_UNIT_ID + PROPERTY },
  { account: 'zongdui', name: '国家局值班员', role: 'government', organId: WHOLE_ORGAN },
  { account: 'zhidui', name: '总队监管员', role: 'government', organId: CITY_ORGAN },
  { account: 'jingan', name: '静安支队监管员', role: 'government', organId: organOf('310106') },
  { account: 'isv01', name: '砚清科技运维', role: 'provider', providerId: FIRST_PROVIDER_ID },
  { account: 'unit05', name: '苏文静', ...unit(4) },
  { account: 'unit06', name: '鲁国栋', ...unit(5) },
  { account: 'unit13', name: '云佳宁', ...unit(12) },
  { account: 'unit23', name: '柏志强', ...unit(22) },
  { account: 'unit39', name: '花一凡', ...unit(38) },
  { account: 'unit10', name: '葛春生', ...unit(9), disabled: true },
]

export const FIRST_ACCOUNT_ID = 11

export function makeAccounts(passwordHash: string, clock: CityClock): Row[] {
  return PLANS.map((plan, index) => ({
    id: FIRST_ACCOUNT_ID + index,
    account: plan.account,
    name: plan.name,
    role: plan.role,
    unitId: plan.unitId ?? null,
    organId: plan.organId ?? null,
    providerId: plan.providerId ?? null,
    phone: `199000000${String(index + 1).padStart(2, '0')}`,
    passwordHash,
    mustChangePassword: plan.mustChange ?? false,
    status: plan.disabled ? 1 : 0,
    createdAt: clock.at(plan.mustChange ? 3 : 400 - index * 7, '11:15'),
  }))
}
