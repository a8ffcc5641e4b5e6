import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ROLES } from './access.ts'
import { BUILDING_RULES, type BuildingAction, can, pointThreshold } from './building.rules.ts'

const APPROVALS = [0, 1, null] as const
const STATES = APPROVALS.flatMap((approveStatus) =>
  [null, 0, 1, 2, 3].flatMap((accessStatus) =>
    ['0', '301'].flatMap((iotProviderId) =>
      [0, 99, 100].map((mustNumPre) => ({ approveStatus, accessStatus, iotProviderId, mustNumPre })),
    ),
  ),
)

/** Omitted states match all. Source: document 2, section 2. */
const DOCUMENTED: Record<
  BuildingAction,
  {
    readonly roles: string
    readonly approve?: readonly (number | null)[]
    readonly access?: readonly (number | null)[]
    readonly provider?: string
    readonly must?: number
  }
> = {
  detail: { roles: 'unit property government provider' },
  marker: { roles: 'unit property provider', approve: [0], access: [null, 0, 2, 3] },
  declare: { roles: 'unit property', approve: [1, null], provider: '301' },
  releaseProvider: { roles: 'unit property', provider: '301' },
  releaseBuilding: { roles: 'unit property' },
  notice: { roles: 'government', must: 100 },
  reason: { roles: 'unit property government provider', approve: [1] },
  edit: { roles: 'unit property government' },
  resubmit: { roles: 'unit property', approve: [1] },
}

test.each(Object.entries(DOCUMENTED))('%s is offered to the documented roles in the documented states', (name, of) => {
  const action = name as BuildingAction
  for (const role of ROLES) {
    for (const state of STATES) {
      const isDocumented =
        of.roles.split(' ').includes(role) &&
        (of.approve ?? APPROVALS).includes(state.approveStatus as null) &&
        (of.access ?? [state.accessStatus]).includes(state.accessStatus) &&
        (of.provider ?? state.iotProviderId) === state.iotProviderId &&
        (of.must ?? state.mustNumPre) === state.mustNumPre
      expect(can(action, role, state), `${role} ${JSON.stringify(state)}`).toBe(isDocumented)
    }
  }
})

test('each action that a state can forbid has a message for the rejection', () => {
  const refusals = Object.entries(BUILDING_RULES).flatMap(([action, { otherwise }]) =>
    otherwise === '' ? [] : [[action, otherwise]],
  )
  expect(Object.fromEntries(refusals)).toEqual({
    declare: '该建筑正在审批中或未绑定服务商，暂不能申报，请在审批通过、绑定服务商后申报',
    releaseProvider: '该建筑未绑定服务商，无须解绑',
    notice: '必接项未全部接入，不能导出接入告知书，请点击“接入自检”查看',
    resubmit: '该建筑没有被拒绝的审批',
  })
})

test.each([
  [0, 0, 0],
  [10, 6, 0],
  [10, 5, 1],
  [5, 3, 0],
  [5, 2, 1],
  [1, 0, 1],
  [1, 1, 0],
])('of %i points %i online: threshold %i', (points, online, threshold) => {
  expect(pointThreshold(points, online)).toBe(threshold)
})

test('the threshold is reached when less than three of five points are online', () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), (online, offline) => {
      const points = online + offline
      expect(pointThreshold(points, online)).toBe(5 * online < 3 * points ? 1 : 0)
    }),
  )
})
