import { AppError } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import type { Context } from '../platform/implement.ts'

export const mayBind = ({ session, deps }: Context<Session>): boolean =>
  deps.settings.site.selfBinding && session.unitId !== null

/** @throws AppError 403 */
export function needBinding(ctx: Context<Session>): number {
  const { unitId } = ctx.session
  if (!mayBind(ctx) || unitId === null)
    throw new AppError(403, '暂未开放自助新增和绑定建筑，请联系辖区消防救援机构办理')
  return unitId
}
