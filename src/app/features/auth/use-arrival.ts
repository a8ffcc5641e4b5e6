import { useNavigate, useRouter } from '@tanstack/react-router'
import type { Arrival } from '#app/data/sign-in.ts'
import { homeOf } from '#app/session/home.ts'
import { actorOf, currentSession, owesPassword } from '#app/session/session.ts'

/** Lets in who proved who they are, and sends each kind of user where it belongs. Source: document 1, section 4. */
export function useArrival() {
  const navigate = useNavigate()
  const { door } = useRouter().options.context
  return async (arrival: Arrival): Promise<void> => {
    if (arrival.user.role === 'provider') {
      const { wayToProviderSite } = await import('./provider-site.ts')
      const { client } = await door.memory()
      location.assign(await wayToProviderSite(client, arrival))
      return
    }
    await door.enter(arrival.token, arrival.user)
    const session = currentSession()
    const actor = actorOf(session)
    if (actor)
      await navigate({ to: homeOf(actor), search: owesPassword(session) ? { isNeedModify: true } : {}, replace: true })
  }
}
