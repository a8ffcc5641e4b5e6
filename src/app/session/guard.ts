import { redirect } from '@tanstack/react-router'
import { type Access, needAccess } from '#contract/access.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { homeOf } from './home.ts'
import { keepPage } from './return-to.ts'
import { actorOf, currentSession } from './session.ts'

interface Opening {
  readonly preload: boolean
  readonly location: { readonly pathname: string; readonly searchStr: string }
}

/** Silent while preloading. @throws a redirect */
export function leadHome({ preload }: Pick<Opening, 'preload'>, why: string): never {
  const actor = actorOf(currentSession())
  if (!preload) toast.error(why)
  throw redirect({ to: actor ? homeOf(actor) : '/', replace: true })
}

export function mayOpen(access: Access) {
  return (opening: Opening) =>
    needAccess(access, actorOf(currentSession()), (actor) => {
      if (!actor) {
        if (!opening.preload) keepPage(opening.location)
        leadHome(opening, '请先登录')
      }
      throw redirect({ to: '/noAccess', search: { denied: opening.location.pathname }, replace: true })
    })
}
