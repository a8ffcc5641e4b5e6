import type { Role } from './access.ts'

/** What a row of the building list says that its buttons depend on. */
export interface BuildingState {
  readonly accessStatus: number | null
  /** 0 under approval, 1 refused, null nothing. */
  readonly approveStatus: number | null
  readonly mustNumPre: number
  /** '0' means no provider. */
  readonly iotProviderId: string
}

interface Rule {
  /** Who sees it at all. */
  readonly roles: readonly Role[]
  readonly when: (state: BuildingState) => boolean
  /** What the server says to somebody of the right role at the wrong time. */
  readonly otherwise: string
}

const ALL: readonly Role[] = ['unit', 'property', 'government', 'provider']
/** Those who answer for a building. */
const KEEPERS: readonly Role[] = ['unit', 'property']

const hasProvider = (s: BuildingState) => s.iotProviderId !== '0'
const underApproval = (s: BuildingState) => s.approveStatus === 0
const refused = (s: BuildingState) => s.approveStatus === 1
const always = () => true

/**
 * Everything a row of the building list offers or marks: for whom, and in which state. The client shows by it, the
 * server refuses by it. Source: document 2, section 2, Building list screen.
 */
export const BUILDING_RULES = {
  detail: { roles: ALL, when: always, otherwise: '' },
  /** The red marker: its approval is under way. */
  marker: {
    roles: ['unit', 'property', 'provider'],
    when: (s) => s.accessStatus !== 1 && underApproval(s),
    otherwise: '',
  },
  declare: {
    roles: KEEPERS,
    when: (s) => !underApproval(s) && hasProvider(s),
    otherwise: '该建筑正在审批中或未绑定服务商，暂不能申报',
  },
  releaseProvider: { roles: KEEPERS, when: hasProvider, otherwise: '该建筑未绑定服务商' },
  releaseBuilding: { roles: KEEPERS, when: always, otherwise: '' },
  notice: {
    roles: ['government'],
    when: (s) => s.mustNumPre === 100,
    otherwise: '必接项未全部接入，不能导出接入告知书',
  },
  /** A press on the approval status opens the reason. */
  reason: { roles: ALL, when: refused, otherwise: '' },
  /** Its own data; who serves it only reads. */
  edit: { roles: ['unit', 'property', 'government'], when: always, otherwise: '' },
  resubmit: { roles: KEEPERS, when: refused, otherwise: '该建筑没有被拒绝的审批' },
} as const satisfies Record<string, Rule>

export type BuildingAction = keyof typeof BUILDING_RULES

/** Whether a role finds this on a row of this state. */
export function offers(action: BuildingAction, role: Role, state: BuildingState): boolean {
  const rule: Rule = BUILDING_RULES[action]
  return rule.roles.includes(role) && rule.when(state)
}

/** What a percentage of connected interface types means: all 100 ok, some attention, none idle. Source: document 2, section 4. */
export function progressTone(percent: number): 'ok' | 'attention' | 'unknown' {
  if (percent >= 100) return 'ok'
  return percent >= 1 ? 'attention' : 'unknown'
}

/** Under this share of online points the point count is red (pointThreshold 1). Source: rulings, Numbers and rules. */
export const ONLINE_SHARE = 0.6

/** 1 where a building's online points have fallen under the threshold; without points there is nothing to fall. */
export function pointThreshold(points: number, online: number): 0 | 1 {
  return points > 0 && online < points * ONLINE_SHARE ? 1 : 0
}
