import type { auth } from '#contract/auth.ts'
import type { ReturnOf } from '#contract/endpoint.ts'
import { maskSecret } from '#contract/mask-secret.ts'
import type { unit } from '../schema/unit.table.ts'
import type { Session } from '../platform/session.ts'

export interface Keys {
  readonly appKey: string
  readonly secret: string
}

export function presentUser(
  session: Session,
  own: typeof unit.$inferSelect | undefined,
  keys: Keys | null,
  city: { readonly provinceNo: string; readonly cityNo: string },
): ReturnOf<typeof auth.detail> {
  return {
    id: String(session.accountId),
    name: session.name,
    account: session.account,
    role: session.actor.role,
    organLevel: session.actor.organLevel,
    lawCompanyId: own ? String(own.id) : null,
    sysOrganId: session.organId ?? own?.organId ?? null,
    appKey: keys?.appKey ?? null,
    secret: keys && maskSecret(keys.secret),
    companyName: own?.name ?? null,
    isNeedModify: session.owesPassword ? 0 : 1,
    isNeedEdit: own && !own.profileComplete ? 0 : 1,
    provinceNo: own?.provinceNo ?? city.provinceNo,
    cityNo: own?.cityNo ?? city.cityNo,
    county: own?.county ?? session.county,
  }
}
