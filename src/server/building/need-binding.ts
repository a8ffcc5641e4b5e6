import { AppError } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import type { Context } from '../implement.ts'

/** Whether the caller may bind or add buildings: units and property companies, while the installation lets them. */
export const mayBind = ({ session, deps }: Context<Session>): boolean =>
  deps.settings.site.selfBinding && session.unitId !== null && session.actor.role !== 'government'

/**
 * The unit a building would be bound to.
 * @throws AppError 403 where buildings are bound by nobody but the operator, or the caller belongs to no unit
 */
export function needBinding(ctx: Context<Session>): number {
  const { unitId } = ctx.session
  if (!mayBind(ctx) || unitId === null) throw new AppError(403, '暂未开放自助新增和绑定建筑，请联系消防部门')
  return unitId
}
