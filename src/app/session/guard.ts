import { redirect } from '@tanstack/react-router'
import { type Access, needAccess } from '#contract/access.ts'
import { homeOf } from './home.ts'
import { actorOf, currentSession } from './session.ts'

/** A route's guard: who may not open it is sent home, who is not signed in to the start. */
export function mayOpen(access: Access) {
  return () => {
    needAccess(access, actorOf(currentSession()), (actor) => {
      throw redirect({ to: actor ? homeOf(actor) : '/', replace: true })
    })
  }
}
