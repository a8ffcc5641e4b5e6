import type { Role } from '#contract/access.ts'
import type { BuildingAction } from '#contract/building.rules.ts'

export const ROLES: readonly Role[] = ['unit', 'property', 'government', 'provider']

export const STATES = [null, 0, 1].flatMap((approveStatus) =>
  [0, 1, 2, 3].flatMap((accessStatus) =>
    ['0', '301'].flatMap((iotProviderId) =>
      [0, 99, 100].map((mustNumPre) => ({ approveStatus, accessStatus, iotProviderId, mustNumPre })),
    ),
  ),
)
export type State = (typeof STATES)[number]

export const keeper = (role: Role) => role === 'unit' || role === 'property'

/** Independent of the rules under test. */
export const DOCUMENTED: Record<BuildingAction, (role: Role, s: State) => boolean> = {
  detail: () => true,
  marker: (role, s) => role !== 'government' && s.accessStatus !== 1 && s.approveStatus === 0,
  declare: (role, s) => keeper(role) && s.approveStatus !== 0 && s.iotProviderId !== '0',
  releaseProvider: (role, s) => keeper(role) && s.iotProviderId !== '0',
  releaseBuilding: (role) => keeper(role),
  notice: (role, s) => role === 'government' && s.mustNumPre === 100,
  reason: (_, s) => s.approveStatus === 1,
  edit: (role) => keeper(role) || role === 'government',
  resubmit: (role, s) => keeper(role) && s.approveStatus === 1,
}

export const ON_ROW: Partial<Record<BuildingAction, string | RegExp>> = {
  detail: '详情',
  declare: '申报',
  releaseProvider: '解绑服务商',
  releaseBuilding: '解绑建筑',
  notice: '接入告知书',
  reason: /查看拒绝原因/,
  resubmit: '重新提交',
}

/** Its refusal is shown on use. */
export const ON_DETAIL: Readonly<Record<string, (role: Role, s: State) => 'no' | 'locked' | 'yes'>> = {
  编辑: (role) => (DOCUMENTED.edit(role, STATES[0]!) ? 'yes' : 'no'),
  接入告知书: (role, s) => (role !== 'government' ? 'no' : s.mustNumPre === 100 ? 'yes' : 'locked'),
  下载报告: () => 'yes',
}

type Offer = readonly [name: string | RegExp, shows: (role: Role, mayChange: boolean) => boolean]
const ifChanging = (_: Role, mayChange: boolean) => mayChange

/** By role and the URL's `canEdit`. */
export const ON_TAB: Readonly<Record<string, readonly Offer[]>> = {
  baseInfo: [
    ['添加单位', ifChanging],
    ['移除', ifChanging],
    ['编辑', ifChanging],
    // The authority sees a masked key.
    ['复制建筑密钥', (role) => role !== 'government'],
  ],
  pointInfo: [
    ['导入', ifChanging],
    ['导出', () => true],
    [/^编辑点位/, ifChanging],
  ],
}

export const TODOS = [1, 2].flatMap((problemType) => [0, 1].map((status) => ({ problemType, status })))
/** Pending, by a person. */
export const processed = (role: Role, { problemType, status }: (typeof TODOS)[number]) =>
  keeper(role) && problemType === 1 && status === 0
