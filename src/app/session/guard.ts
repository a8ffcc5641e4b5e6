import { redirect } from '@tanstack/react-router'
import { type Access, may } from '#contract/access.ts'
import { homeOf } from './home.ts'
import { actorOf, currentSession } from './session.ts'

/** A route's guard: who may not open it is sent home, who is not signed in to the start. */
export function mayOpen(access: Access) {
  return () => {
    const actor = actorOf(currentSession())
    if (!actor) throw redirect({ to: '/', replace: true })
    if (!may(access, actor)) throw redirect({ to: homeOf(actor), replace: true })
  }
}
