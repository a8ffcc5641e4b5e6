import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeOf } from '#app/session/home.ts'
import { hostEntry } from '#app/session/host-entry.ts'
import { actorOf, currentSession } from '#app/session/session.ts'

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    const actor = actorOf(currentSession())
    throw redirect({ to: actor ? homeOf(actor) : (hostEntry() ?? '/portal'), replace: true })
  },
})
