import { redirect } from '@tanstack/react-router'
import { type Access, needAccess } from '#contract/access.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { homeOf } from './home.ts'
import { actorOf, currentSession } from './session.ts'

interface Opening {
  readonly preload: boolean
}

/**
 * Leads home, or to the start who is not signed in, and says why.
 * @throws a redirect
 */
export function leadHome({ preload }: Opening, why: string): never {
  const actor = actorOf(currentSession())
  if (!preload) toast.error(why)
  throw redirect({ to: actor ? homeOf(actor) : '/', replace: true })
}

/** A route's guard: who may not open it is sent home, who is not signed in to the start. */
export function mayOpen(access: Access) {
  return (opening: Opening) =>
    needAccess(access, actorOf(currentSession()), (actor) =>
      leadHome(opening, actor ? '无权访问该页面，已返回首页' : '请先登录'),
    )
}
