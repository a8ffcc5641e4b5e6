import type { Role } from './access.ts'

export interface BuildingState {
  readonly accessStatus: number | null
  /** 0 under approval, 1 refused, null no application. */
  readonly approveStatus: number | null
  readonly mustNumPre: number
  /** '0': no provider. */
  readonly iotProviderId: string
}

interface Rule {
  readonly roles: readonly Role[]
  readonly when: (state: BuildingState) => boolean
  /** Error text if the role fits and the state does not. */
  readonly otherwise: string
}

const ALL: readonly Role[] = ['unit', 'property', 'government', 'provider']
const KEEPERS: readonly Role[] = ['unit', 'property']

const hasProvider = (s: BuildingState) => s.iotProviderId !== '0'
const underApproval = (s: BuildingState) => s.approveStatus === 0
const refused = (s: BuildingState) => s.approveStatus === 1
const always = () => true

/**
 * Actions and markers of a building list row. The client shows them, the server enforces them. Source: document 2,
 * section 2, Building list screen.
 */
export const BUILDING_RULES = {
  detail: { roles: ALL, when: always, otherwise: '' },
  marker: {
    roles: ['unit', 'property', 'provider'],
    when: (s) => s.accessStatus !== 1 && underApproval(s),
    otherwise: '',
  },
  declare: {
    roles: KEEPERS,
    when: (s) => !underApproval(s) && hasProvider(s),
    otherwise: '该建筑正在审批中或未绑定服务商，暂不能申报，请在审批通过、绑定服务商后申报',
  },
  releaseProvider: { roles: KEEPERS, when: hasProvider, otherwise: '该建筑未绑定服务商，无须解绑' },
  releaseBuilding: { roles: KEEPERS, when: always, otherwise: '' },
  notice: {
    roles: ['government'],
    when: (s) => s.mustNumPre === 100,
    otherwise: '必接项未全部接入，不能导出接入告知书，请点击“接入自检”查看',
  },
  reason: { roles: ALL, when: refused, otherwise: '' },
  edit: { roles: ['unit', 'property', 'government'], when: always, otherwise: '' },
  resubmit: { roles: KEEPERS, when: refused, otherwise: '该建筑没有被拒绝的审批' },
} as const satisfies Record<string, Rule>

export type BuildingAction = keyof typeof BUILDING_RULES

export function can(action: BuildingAction, role: Role, state: BuildingState): boolean {
  const rule: Rule = BUILDING_RULES[action]
  return rule.roles.includes(role) && rule.when(state)
}

/** Share of online points below which the point count is red. Source: rulings, Numbers and rules. */
export const ONLINE_SHARE = 0.6

/** @returns 1 if the share of online points is too low; 0 without points */
export function pointThreshold(points: number, online: number): 0 | 1 {
  return online < points * ONLINE_SHARE ? 1 : 0
}
